"""Plant-Based Riot, point by point, in plain words."""

from __future__ import annotations

from companion.rules.rulebook import Chapter
from companion.words import say

CHAPTERS = (
    Chapter(
        say("Before you start"),
        {
            "R1": say("Two to five can play, with 98 cards."),
            "R2": say("Take the ten Cartel cards out before you deal."),
            "R3": say("Everybody gets five cards."),
            "R4": say(
                "Three, four or five Cartel cards lie face down; the others stay out, and nobody looks at them."
            ),
            "R5": say("Whoever was last to eat a vegetable begins; then on to the left."),
            "R6": say("Each of you looks at one Cartel card, once; then they are mixed again."),
        },
    ),
    Chapter(
        say("Your turn"),
        {
            "R7": say("Your turn begins with drawing two cards."),
            "R8": say("With no card in your hand you draw five instead, and play on as usual."),
            "R9": say("You have three moves. You need not use them, not even one."),
            "R10": say("Laying a gang card or a wild card into your turf is one move."),
            "R11": say("Laying a security card is one move."),
            "R12": say("Moving a wild card or a security card that lies in your turf is one move."),
            "R13": say("An ordinary gang card stays in the gang where it lies."),
            "R14": say("Playing an action card is one move."),
            "R15": say("Calling a Turf War is one move."),
            "R16": say("No You Don’t! costs no move and may be played at any time, in anybody’s turn."),
            "R17": say("What lies in a turf never goes back to a hand."),
            "R18": say("At the end of your turn keep seven cards at most; during the turn there is no limit."),
            "R19": say("When the draw pile is used up, the discard pile is shuffled and becomes the new one."),
        },
    ),
    Chapter(
        say("Turf and protection"),
        {
            "R20": say("Only what lies in a turf can be attacked; hands are safe."),
            "R21": say("A wild card stands for one of the two gangs on it, a mega wild for any gang."),
            "R22": say("Three cards make a gang full; wild cards count."),
            "R23": say("Pear-tection guards one gang, be it full or not."),
            "R24": say("Water-Felon can only lie on a full gang, and only move to another full one."),
            "R25": say("A gang under Water-Felon is safe from everything but the turfs moving on."),
            "R26": say("Give Them a Spin moves whole turfs to the neighbours, guarded cards too."),
        },
    ),
    Chapter(
        say("Action cards"),
        {
            "R27": say("Bad Apple steals one unguarded card of a gang that is printed on it."),
            "R28": say("Cherry Pickers steal any one unguarded gang card, even out of a full gang."),
            "R29": say("Peachy Bruiser: each other player gives you one unguarded gang card, which they choose."),
            "R30": say("Top Bananas steal a whole unguarded gang."),
            "R31": say("Sneaky Leeky lets you look at all Cartel cards."),
            "R32": say("Gang Trade swaps one of your gang cards for another player’s; neither may be guarded."),
            "R33": say("Double Dip: draw two cards."),
            "R34": say("New Recruit: look at the top three cards, keep one, put two back where you like."),
            "R35": say("A block can be blocked in turn, and so on. An odd number of blocks stops the action."),
            "R36": say("What was blocked is lost: the card and the move are gone."),
        },
    ),
    Chapter(
        say("The Turf War"),
        {
            "R37": say("You need two full gangs to call a Turf War."),
            "R38": say("If two of your full gangs are among the Cartel cards, you win at once."),
            "R39": say("If not, go on with the moves you have left."),
            "R40": say("A Turf War can be blocked like an action card."),
            "R41": say("The same gang twice counts once: there is only one Cartel card of each."),
            "R42": say("Look at Cartel cards only at the start, with Sneaky Leeky or in a Turf War."),
            "R43": say("With the rivals rule, two gangs that are rivals cannot win together."),
        },
    ),
    Chapter(
        say("Where the printed rules leave it open"),
        {
            "A1": say(
                "Two cards go by two names in the printed rules; here each has the name that is on the card."
            ),
            "A2": say("The gang of mushrooms is an ordinary gang. Compare it with your own cards."),
            "A3": say(
                "In a Turf War only the player who called it sees the Cartel cards; a switch shows them to all."
            ),
            "A4": say(
                "A lost Turf War costs nothing; with the switch, full gangs that did not match are discarded."
            ),
            "A5": say("A gang has three cards at most; a fourth one begins a second gang of the same name."),
            "A6": say("Wild cards alone may be a gang; a switch asks for one or two ordinary cards in it."),
            "A7": say("Top Bananas take full gangs only, unless you switch smaller ones on."),
            "A8": say("A block stops the whole card; with the switch, Bruiser and Spin only for who blocks."),
            "A9": say("Anybody may block but the owner of the last card; who speaks first does it."),
            "A10": say("Nobody has to give away a guarded card."),
            "A11": say("Water-Felon stays on a gang that has lost a card, and works again once that is full."),
            "A12": say(
                "If a gang is gone, its security card stays in the turf and can be laid anew for one move."
            ),
            "A13": say("Pear-tection lasts; with the switch, it is gone after one attack."),
            "A14": say("For Bad Apple a wild card counts as the gang in which it lies."),
            "A15": say("Who steals a wild card says at once which gang it is now; that is no extra move."),
            "A16": say("Too few cards to draw? Shuffle the discard pile, then draw on; with none left, stop."),
            "A17": say("You may call more than one Turf War in a turn, each for a move."),
            "A18": say("Up to five can play, as printed in the box."),
            "A19": say("“Left” is the next player in turn, “right” the one before."),
            "A20": say("Security cards work as printed; a card that removes them can be described with your box."),
            "A21": say("Two security cards on one gang protect no better than one."),
            "A22": say("Two players may happen to look at the same Cartel card."),
            "A23": say("Nobody is ever asked to show a hand: the companion only counts cards."),
        },
    ),
)
