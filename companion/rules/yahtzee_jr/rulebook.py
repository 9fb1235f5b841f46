"""Yahtzee Jr., point by point, in plain words."""

from __future__ import annotations

from companion.rules.rulebook import Chapter
from companion.words import say

CHAPTERS = (
    Chapter(
        say("Before you start"),
        {
            "R1": say("Two to four can play; each has five tokens of one colour, one for each character."),
            "R2": say("The youngest goes first, then on to the left."),
            "R3": say("With two players everybody has five turns, with three four, with four three."),
        },
    ),
    Chapter(
        say("Rolling"),
        {
            "R4": say("You have up to three rolls in a turn, and may stop after the first or second."),
            "R5": say("The first roll is always with all five dice."),
            "R6": say("After that throw again whichever dice you like: one, some or all."),
            "R7": say("After the third roll you have to score."),
            "R8": say("You may change your mind about the character you collect; a die you kept may go again."),
        },
    ),
    Chapter(
        say("The special faces"),
        {
            "R9": say("Four of the five dice have Gary on one side."),
            "R10": say("Gary is a joker: he counts as any character. You choose which when you score."),
            "R11": say("He may even be a character that no die shows."),
            "R12": say(
                "A die with Plankton on top is out for this turn: it scores nothing and is not thrown again."
            ),
            "R13": say("The next player gets that die back."),
            "R27": say(
                "There are four Gary sides and one Plankton side, so more than that cannot lie on the table."
            ),
        },
    ),
    Chapter(
        say("Scoring"),
        {
            "R14": say("Every turn ends with one character that you have not scored yet."),
            "R15": say("It is worth as many points as dice show it, Garys included."),
            "R16": say("A token that lies on the board stays where it is."),
            "R17": say("On a space from 1 to 5 there is room for one token only."),
            "R18": say("Is your space taken? Then move left to the next free one."),
            "R19": say("If all of them are taken, the token goes to the space with the picture."),
            "R20": say("If you rolled nothing you still need, put any token you have left on its picture."),
            "R21": say("On a picture there is room for everybody."),
            "R22": say("The picture is worth nothing."),
            "R23": say("Five alike are worth 5, without anything extra."),
            "R28": say("With a Gary on the table you come away with nothing only if the spaces are taken."),
        },
    ),
    Chapter(
        say("The end"),
        {
            "R24": say("Add up the columns of your tokens: the highest total wins."),
            "R25": say("In a tie those players throw all five dice once; most SpongeBobs wins."),
            "R26": say("With three players everybody has one token left at the end, with four players two."),
        },
    ),
    Chapter(
        say("Where the printed rules leave it open"),
        {
            "A1": say("In a roll-off Gary is no SpongeBob, unless you switch that on."),
            "A2": say("Still a tie after the roll-off? Those who tie throw again."),
            "A3": say("Everybody with the highest total takes part in the roll-off."),
            "A4": say("Nobody may choose nothing while something would score, unless you switch that on."),
            "A5": say("You always take the highest free space that you can reach, never a lower one by choice."),
            "A6": say("If everything you rolled would end on a picture, any token you have left may go there."),
            "A7": say("A Gary may be thrown again; you are only warned."),
            "A8": say("A die that leans or has fallen down is simply thrown again; that is no extra roll."),
            "A9": say("In a roll-off Plankton is no SpongeBob, and nothing else happens."),
            "A10": say("The number of turns is fixed; you may set another one when the game starts."),
        },
    ),
)
