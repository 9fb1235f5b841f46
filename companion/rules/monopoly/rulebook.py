"""Monopoly, point by point, in plain words."""

from __future__ import annotations

from companion.rules.rulebook import Chapter
from companion.words import say

CHAPTERS = (
    Chapter(
        say("Before you start"),
        {
            "R1": say("Two to six can play, and each begins with $1500."),
            "R2": say("Everybody rolls; the highest roll begins, then on to the left."),
            "R3": say("The bank never runs out of money."),
        },
    ),
    Chapter(
        say("Moving"),
        {
            "R4": say("Move as many spaces as both dice show together. Tokens may share a space."),
            "R5": say("A double gives another roll, once its landing is settled."),
            "R6": say("The third double in a row sends you to jail; you do not move by it."),
            "R7": say("For reaching or passing GO you get $200, once each time round."),
            "R8": say("Nobody gets that money on the way to jail."),
        },
    ),
    Chapter(
        say("Deeds and rent"),
        {
            "R9": say("If nobody owns the space, you may buy it for the price on it."),
            "R10": say("If you do not, it is auctioned. You may bid too, and any bid is a start."),
            "R11": say("On somebody else’s space you pay the rent on its deed; mortgaged, it costs nothing."),
            "R12": say("Who owns a whole colour takes double rent on streets of it without buildings."),
            "R13": say("A rent that was not asked for is lost once the second player after you has rolled."),
            "R14": say("Owners take rent in jail too."),
            "R31": say("A deed can be sold for any price, but not while buildings stand in its colour."),
            "R37": say("Players lend each other no money."),
            "R47": say("Prices and rents are those of the classic game."),
        },
    ),
    Chapter(
        say("Cards, taxes and parking"),
        {
            "R15": say("Do what the card says, then put it under its pile."),
            "R16": say("A card that opens the jail is kept until it is used or sold."),
            "R17": say("Bubble Tax: $200 or a tenth of all you have. Choose before you count."),
            "R18": say("On Free Parking nothing happens."),
        },
    ),
    Chapter(
        say("Jail"),
        {
            "R19": say("You go to jail by its space, by a card, or by three doubles in a row."),
            "R20": say("Who lands on the jail is only visiting, and pays nothing."),
            "R21": say(
                "A double on one of your next three turns lets you out: you move by it, without another roll."
            ),
            "R22": say("A card that opens the jail lets you out, your own or one that you buy."),
            "R23": say("Or pay $50 before you roll, on the first or second turn in jail."),
            "R24": say("No double on the third turn? Then pay $50 and move by that roll."),
            "R25": say("In jail you may trade, build and take rent as always."),
        },
    ),
    Chapter(
        say("Pineapples and Krabs"),
        {
            "R26": say("Build only when you own the whole colour, evenly, up to four pineapples on a street."),
            "R27": say("You may build at any time, not only in your turn."),
            "R28": say("After four pineapples on each street comes a Krab; the four go back to the bank."),
            "R29": say("If the bank has too few pieces you wait; if several want the last one, it is auctioned."),
            "R30": say("The bank takes buildings back for half their price, evenly, or a whole colour at once."),
            "R35": say("Nothing is built on a colour while one of its streets is mortgaged."),
        },
    ),
    Chapter(
        say("Mortgages and the end"),
        {
            "R32": say("A deed can be mortgaged when no building stands in its colour."),
            "R33": say("To lift a mortgage, pay back its value and a tenth."),
            "R34": say("A mortgaged deed can change hands; the new owner pays that tenth at once."),
            "R36": say("Who owes more than can be raised is bankrupt: all goes to the creditor, or is auctioned."),
            "R38": say("Whoever is left last wins."),
        },
    ),
    Chapter(
        say("Plankton’s coin"),
        {
            "R39": say("The coin begins on the first space after GO."),
            "R40": say("Each 1 that is rolled moves it one space on."),
            "R41": say("First the coin moves, then your token."),
            "R42": say("Where the coin lies and nobody owns the space, you get the deed for nothing."),
            "R43": say("Where it lies on somebody’s deed, the rent is doubled."),
            "R44": say("When it reaches the last space, the game is over at once."),
            "R45": say("Then count cash, deeds at their price (mortgaged ones half), and what buildings cost."),
            "R46": say("Whoever has most wins."),
        },
    ),
    Chapter(
        say("Where the printed rules leave it open"),
        {
            "A1": say("Two ones move the coin two spaces; you may set one."),
            "A2": say("The coin stops on every space on its way, also on corners and cards."),
            "A3": say("Each roll of a turn counts for the coin, in jail too, but not the rolls for who starts."),
            "A4": say("The coin counts on all deeds; you may set streets only."),
            "A5": say("If several things double a rent, it is doubled for each of them."),
            "A6": say("On your own deed or a mortgaged one the coin changes nothing."),
            "A7": say("If you do not want the free deed, it is auctioned as usual."),
            "A8": say("It makes no difference whether dice or a card brought you to the coin."),
            "A9": say("If the first of two ones brings the coin to the end, the second no longer counts."),
            "A10": say("Who is worth the same wins together; you may set that cash decides."),
            "A11": say("If only one player is left before that, this is an ordinary victory."),
            "A12": say("A tenth is rounded up to whole dollars; you may set down, or to the nearest."),
            "A13": say("The second tax is $75; a box of your own may say otherwise."),
            "A14": say("The companion asks for the rent itself; with the switch, owners have to."),
            "A15": say("On the third turn in jail the roll comes first; a switch lets you pay before it."),
            "A16": say("You may bid from jail."),
            "A17": say("The first colour is called purple here."),
            "A18": say("The streets’ names can be changed to those on your board."),
            "A19": say("Where sources differ about a name, that of the printed rules is used."),
            "A20": say("Cards are drawn at the table, or by the companion; their texts can be changed to yours."),
            "A21": say("Mortgages, and the shorter games, go as in the classic game."),
            "A22": say("A trade has money, deeds and jail cards in it; promises are your own affair."),
            "A23": say("Free Parking holds no money, unless you switch it on."),
            "A24": say("Going back over GO by a card brings nothing."),
        },
    ),
)
