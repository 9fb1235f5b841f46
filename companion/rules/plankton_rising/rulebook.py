"""Plankton Rising, point by point, in plain words."""

from __future__ import annotations

from companion.rules.rulebook import Chapter
from companion.words import say

CHAPTERS = (
    Chapter(
        say("Before you start"),
        {
            "R1": say("All six ingredients lie with their food side up, and empty."),
            "R2": say("Spatula tokens lie face down; the dice are for everybody."),
            "R3": say("Each of you has a Home Base card with its token, and its leader out of the cards."),
            "R4": say("Lay out four cards for the Kitchen and four for the Dining Room."),
            "R5": say("Whoever swam last begins; then on to the left."),
            "R6": say("Alone you play two teams, by the rules for two."),
            "R7": say("You need seven Orders to win; for a harder game set up to eleven."),
            "R8": say("For an easier game leave some or all Villains in the box."),
        },
    ),
    Chapter(
        say("Where you stand, and what Plankton does"),
        {
            "R9": say("A turn goes: choose a place, turn up a Plankton card, dice, end of the turn."),
            "R10": say("Your token stands in the Kitchen or in the Dining Room."),
            "R11": say(
                "You can serve the four cards where you stand, and your own Friends; some cards allow more."
            ),
            "R12": say("Each turn one Plankton card is turned up; it shows an ingredient and a place."),
            "R13": say("One Theft counter goes on that ingredient."),
            "R14": say("A full ingredient takes no more."),
            "R15": say("It is stolen only if it is still full when the turn ends: take one off, and it is saved."),
            "R16": say("A stolen ingredient gets no counter; its computer side is carried out instead."),
            "R17": say("In the turn in which it is stolen the computer side does nothing yet."),
            "R18": say("Plankton goes to the place on the card; at the Chum Bucket he bothers nobody."),
            "R19": say("Every Friend in the row where he is gets one Time."),
            "R20": say("So do your own Friends if you stand there too; other teams’ Friends do not."),
            "R21": say("After that the Orders and Villains where he is do what is printed on them."),
            "R22": say("This order holds: ingredient, Plankton moves, Time, then cards."),
            "R23": say("A card that goes back to the deck leaves at once; gaps are filled when all is done."),
            "R24": say("You can use nothing of your own until Plankton is finished."),
        },
    ),
    Chapter(
        say("Dice"),
        {
            "R25": say("You roll the three dice of your Home Base card, and those that Friends and tokens add."),
            "R26": say("After each roll use at least one die, or put exactly one aside."),
            "R27": say("You may use several dice after a roll, on several cards."),
            "R28": say(
                "A die can go to a card where you stand, to one of your Friends, or to your Home Base card."
            ),
            "R29": say("All dice that are left are rolled again, not only some."),
            "R30": say("After a later roll you may turn to other cards."),
            "R31": say("A double symbol counts for two."),
            "R32": say("A Friend’s power that is paid with dice works at once."),
            "R33": say("A power without a price is free, once a turn."),
            "R34": say("Each power, of Friends and of the Home Base, works once a turn."),
            "R35": say(
                "A power that changes a symbol takes single and double ones, and gives any side of that die."
            ),
            "R36": say("A new Friend joins when the turn ends, so that power waits for your next turn."),
            "R37": say("You are done when no dice are left, or none of them fits anywhere."),
        },
    ),
    Chapter(
        say("The end of a turn"),
        {
            "R38": say("A Friend whose symbols are all there joins your team, free of Time."),
            "R39": say("Half-filled cards bring nothing, and are empty again next turn."),
            "R40": say("A Villain whose symbols are all there gets one Time, and you draw a Spatula token."),
            "R41": say("A Villain gets no more than one Time in a turn."),
            "R42": say("A finished Order is yours, and you draw a Spatula token."),
            "R43": say("All dice go back to the middle."),
            "R44": say("An ingredient with five counters is emptied and turned over: it is stolen."),
            "R45": say("A Friend or Villain without any Time space left is out, wherever the card lies."),
            "R46": say("A Friend who joins, or loses Time before that moment, is safe."),
            "R47": say("No card gets more Time than there are spaces on it."),
            "R48": say("Fill the gaps from the deck; then the next team is on."),
        },
    ),
    Chapter(
        say("Spatula tokens"),
        {
            "R49": say("A token can be used in anybody’s turn, but not in the one in which it was drawn."),
            "R50": say("It can be used after rolling and after using dice, too."),
            "R51": say("A symbol token is laid like a die, besides the dice, also on a Friend’s power."),
            "R52": say("Used tokens go aside; when none are left, they are mixed and lie face down again."),
        },
    ),
    Chapter(
        say("Winning and losing"),
        {
            "R53": say("Together you win with enough Orders, all teams counted."),
            "R54": say("You lose when all six ingredients are stolen."),
            "R55": say("You lose when ten Friends are out."),
            "R56": say("You lose when one team has lost its last Friend."),
            "R57": say("If winning and losing come in the same moment, you have won."),
        },
    ),
    Chapter(
        say("Single cards"),
        {
            "R58": say("DoodleBob: while Plankton is with him, no dice go on Friends’ powers."),
            "R59": say("The Krabby Patty Order: if Plankton is there, the Plankton cards are shuffled."),
            "R60": say("One computer side gives every Friend of the active team one Time."),
        },
    ),
    Chapter(
        say("Where the printed rules leave it open"),
        {
            "A1": say("The dice are yellow, red, green and blue; a die keeps its colour when it is read."),
            "A2": say("Each turn counts one ingredient and one place, as the card that was turned up shows."),
            "A3": say("Where a card or tile says so, no Time can be taken off this turn."),
            "A4": say("There is room for five counters on each ingredient."),
            "A5": say("A counter that finds no room is simply left out."),
            "A6": say(
                "First ingredients are stolen and cards go out, then you look who has won, then gaps are filled."
            ),
            "A7": say("Every Friend who is out counts for the ten, leaders too."),
            "A8": say("A Friend who goes back to the deck is not out; a switch says what an empty team means."),
            "A9": say("Orders and Villains act from left to right; you may set that the player chooses."),
            "A10": say("Cards that name your team reach it in the other room too; a switch changes that."),
            "A11": say("A die goes on one card only; what it has too much is lost."),
            "A12": say("A die that lies on a card stays there."),
            "A13": say("After one roll you may serve more than one card."),
            "A14": say("A symbol token is no die: one die must still be used. A switch changes that."),
            "A15": say("You may stop early, and leave dice unused; a switch forbids it."),
            "A16": say("There are no more dice than in the box, whatever cards add."),
            "A17": say(
                "Tokens can be used once Plankton is finished and until the turn ends; you may set it narrower."
            ),
            "A18": say("A die from a token may come in after the first roll; it is rolled with the next one."),
            "A19": say("The bonus of the first roll counts what was rolled, doubles twice, before any change."),
            "A20": say("If a power of a Home Base is unclear, do what your own card says."),
            "A21": say("A Villain takes one Time a turn, however it comes; a switch allows more."),
            "A22": say("When the deck is used up, gaps stay."),
            "A23": say("When the Plankton cards are used up, all of them are shuffled."),
            "A24": say("If there are too few cubes, take anything else; you are only told."),
            "A25": say("Where fewer cards are there than a power names, it works on those."),
            "A26": say("A Friend’s kind is the picture in the corner of the card, not the name."),
        },
    ),
)
