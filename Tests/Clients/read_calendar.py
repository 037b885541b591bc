"""Prints what icalendar and dateutil find in a calendar of one event: its summary, its alarm, its first days."""

import datetime
import itertools
import sys

import icalendar
from dateutil.rrule import rrulestr

with open(sys.argv[1], "rb") as file:
    calendar = icalendar.Calendar.from_ical(file.read())
[event] = calendar.walk("VEVENT")
print(event["SUMMARY"])
for alarm in event.walk("VALARM"):
    print("alarm", -alarm["TRIGGER"].dt.days)
rule = event["RRULE"].to_ical().decode()
start = event["DTSTART"].dt
first = rrulestr(rule, dtstart=datetime.datetime(start.year, start.month, start.day))
for day in itertools.islice(first, int(sys.argv[2])):
    print(day.date())
