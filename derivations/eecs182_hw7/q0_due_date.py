"""The header: a date and a day of the week that do not belong together."""

from hence.language.catalogue import Entry, FalseStatement, Text, chain

due_date = Entry(
    id="eecs182.7.0",
    claims=("004.hdr",),
    title="The seventeenth of March is not a Friday every year",
    homework="EECS 182 HW7",
    kind="numeric worked example",
    problem=(
        "The homework of spring 2023 is due on a Friday, 17 March, and gives the year 2022. On which day of the week is "
        "17 March in these years?"
    ),
    given=(
        "Zeller's rule adds up the day, a number for the month (10 for March), the last two digits of the year, a quarter of "
        "them without remainder, a quarter of the century without remainder, and subtracts the century twice. Divided by "
        "seven, the sum leaves the number of the day of the week, from zero for Saturday to six for Friday."
    ),
    proof=(
        Text("For 2023 the remainder is six, a Friday:"),
        chain(r"17 + 10 + 23 + 5 + 5 - 2 \cdot 20", (r"2 \cdot 7 + 6", "day, month, year, leap years, century")),
        Text("For 2022 it is five, a Thursday:"),
        chain(r"17 + 10 + 22 + 5 + 5 - 2 \cdot 20", (r"2 \cdot 7 + 5", "one year earlier")),
        FalseStatement(
            r"17 + 10 + 22 + 5 + 5 - 2 \cdot 20",
            r"2 \cdot 7 + 6",
            "=",
            "The header would need this: the year is a slip.",
        ),
    ),
    source="Header",
)

ENTRIES = (due_date,)
