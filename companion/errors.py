"""Everything that the companion refuses or cannot do: one tree, each also the built-in that it resembles."""

from __future__ import annotations

from typing import ClassVar

from companion.words import Sentence, say


class CompanionError(Exception):
    """The root of all errors that the companion raises on purpose.

    `slug` names the kind for programs, `sentence` tells a parent what is wrong, `advice` what to do next and
    `detail` gives the engineer what was expected, the input and the place. `lasting` says that it stays as it is
    until somebody changes something on the machine: trying again by itself is of no use.
    """

    slug: ClassVar[str] = "companion"
    default_advice: ClassVar[Sentence] = say("Nothing is lost. Try once more.")

    def __init__(
        self,
        sentence: Sentence | str,
        *,
        detail: str = "",
        advice: Sentence | None = None,
        lasting: bool = False,
    ) -> None:
        self.lasting = lasting
        self.sentence = sentence if isinstance(sentence, Sentence) else Sentence("{text}", {"text": sentence})
        self.advice = advice or self.default_advice
        self.detail = detail
        super().__init__(f"{self.sentence} [{detail}]" if detail else str(self.sentence))


class SettingsError(CompanionError, ValueError):
    """A settings file or a single setting that does not hold what it should."""

    slug = "settings"
    default_advice = say("The last good settings stay in use. Correct the file, or delete it to start anew.")


class SetupError(CompanionError, ValueError):
    """A game cannot be set up in this way: number of players, names, colours or options."""

    slug = "setup"
    default_advice = say("Change it on the new-game page and start again.")


class UnknownGame(CompanionError, LookupError):
    """A game that is not on the list of games."""

    slug = "unknown-game"
    default_advice = say("Choose one of the games that are on the list.")


class IllegalAction(CompanionError, ValueError):
    """An action that the rules do not allow now; carries the rule point and the legal alternatives."""

    slug = "illegal-action"
    default_advice = say("Choose one of the moves that are offered.")

    def __init__(
        self,
        point: str,
        sentence: Sentence,
        *,
        legal: tuple[str, ...] = (),
        detail: str = "",
        reason: str = "",
    ) -> None:
        self.point = point
        self.legal = legal
        self.reason = reason or point
        super().__init__(sentence, detail=detail)


class ActionTextError(CompanionError, ValueError):
    """A text that is no action."""

    slug = "action-text"


class CodecError(CompanionError, ValueError):
    """A stored record that does not fit the type that it should become."""

    slug = "codec"
    default_advice = say(
        "Nothing was changed. Update the companion, or open the evening with the version that wrote it."
    )


class NothingToTakeBack(CompanionError, LookupError):
    """Take back was asked for, but nothing may be taken back now."""

    slug = "nothing-to-take-back"
    default_advice = say("A roll stays; if it was read wrongly, correct the reading in the log.")


class NothingToFix(CompanionError, LookupError):
    """A correction points at something that is not a reading of this evening."""

    slug = "nothing-to-fix"
    default_advice = say("Choose a roll from the log.")


class JournalError(CompanionError, OSError):
    """The journal cannot be read or written."""

    slug = "journal"
    default_advice = say("The last accepted action is safe. Check the disk, then start again.")


class JournalTooNew(JournalError):
    """The journal was written by a newer companion than this one."""

    slug = "journal-too-new"
    default_advice = say("Nothing was changed. Update the companion, or name another state folder.")


class JournalDamaged(JournalError):
    """The journal's file is no database or fails its own check."""

    slug = "journal-damaged"
    default_advice = say(
        "The file was left as it is. Put a copy from before in its place, or name another state folder."
    )


class UnknownEvening(CompanionError, LookupError):
    """An evening that the journal does not hold."""

    slug = "unknown-evening"
    default_advice = say("Choose an evening from the list.")


class StaleAsk(CompanionError, RuntimeError):
    """An ask that was made looking at an older View than the present one."""

    slug = "stale"
    default_advice = say("The table has moved on. Look again and choose once more.")


class AlreadyDone(StaleAsk):
    """An ask for what somebody else has done since: nothing is lost by it."""

    slug = "already-done"
    default_advice = say("Look at the table.")


class AskError(CompanionError, ValueError):
    """An ask whose verb or arguments the table does not know."""

    slug = "bad-ask"


class NoGame(CompanionError, RuntimeError):
    """An ask that needs a running game while there is none."""

    slug = "no-game"
    default_advice = say("Start a game first, or continue an evening.")


class HostBusy(CompanionError, RuntimeError):
    """The host's queue is full."""

    slug = "busy"
    default_advice = say("Wait a moment and try once more.")


class HostStopped(CompanionError, RuntimeError):
    """The host has stopped and takes no more asks."""

    slug = "stopped"
    default_advice = say("The companion is closing. Start it again.")


class BoxError(CompanionError, ValueError):
    """A box that is not on the shelf, or whose file cannot be read or written."""

    slug = "box"
    default_advice = say("Nothing was changed. Choose another box, or look at its file.")


class NotAPicture(CompanionError, ValueError):
    """Bytes that do not decode to a picture of a size that can be read."""

    slug = "not-a-picture"
    default_advice = say("Give a JPEG or PNG photograph.")


class LabelError(CompanionError, ValueError):
    """Labels of photographs that are missing or are none."""

    slug = "labels"
    default_advice = say("The help of the command tells how labels are written.")


class BundleError(CompanionError, ValueError):
    """A reported reading that cannot be made, or a file that is none."""

    slug = "bundle"
    default_advice = say("Make the report again at the table where the reading was seen.")


class ModelError(CompanionError, OSError):
    """A model or a die set is missing, damaged or does not fit its card."""

    slug = "model"
    default_advice = say("Play on by hand entry. Install the models again to read dice with the camera.")


class CameraError(CompanionError, OSError):
    """The camera cannot be opened or gives no picture."""

    slug = "camera"
    default_advice = say("Play on by hand entry. Check the cable; the companion tries again by itself.")


class CameraTimeout(CameraError, TimeoutError):
    """The camera did not deliver a picture in time."""

    slug = "camera-timeout"


class PinError(CompanionError, OSError):
    """A pin of the table's furniture cannot be used."""

    slug = "pin"
    default_advice = say("Everything else goes on. Use the buttons on the tablet meanwhile.")


class BrokerError(CompanionError, OSError):
    """The MQTT broker cannot be reached, refuses, or its settings do not hold together."""

    slug = "broker"
    default_advice = say("The table plays on without it. Look at the broker's address, name and password.")


class PortBusy(CompanionError, OSError):
    """The web address is taken by another program."""

    slug = "port-busy"
    default_advice = say("Stop the other program, or choose another port with --port.")


class StateBusy(CompanionError, OSError):
    """Another companion uses the same state folder."""

    slug = "state-busy"
    default_advice = say("Stop the other one, or name another folder with --state.")


class CalibrationError(CompanionError, ValueError):
    """The camera's view of the table cannot be measured, or a stored calibration does not fit.

    `cause` says what is wrong, for programs: `no-mat`, `few-fiducials`, `bent`, `scaled`, `oblique`, `small`,
    `corners`, `size`, `lens` or `file`.
    """

    slug = "calibration"
    default_advice = say("Lay the mat flat under the camera, well lit and uncovered, and try again.")

    def __init__(
        self, cause: str, sentence: Sentence, *, detail: str = "", advice: Sentence | None = None
    ) -> None:
        self.cause = cause
        super().__init__(sentence, detail=detail, advice=advice)


class LessonError(CompanionError, ValueError):
    """Something that cannot be taught in this way: a name, a face, a picture, or a folder that is no lesson."""

    slug = "lesson"
    default_advice = say("Nothing was changed.")


class LessonBusy(CompanionError, OSError):
    """A lesson's folder cannot be written to, or somebody else has taught the same dice meanwhile."""

    slug = "lesson-busy"
    default_advice = say("Nothing was changed. Try once more.")
