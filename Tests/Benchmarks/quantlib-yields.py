"""Solves yields of ten-year semi-annual bonds with QuantLib for about two seconds; prints how many a second."""
import sys, time

try:
    import QuantLib as ql
except ImportError:
    sys.exit(3)

issued, maturity = ql.Date(15, 1, 2024), ql.Date(15, 1, 2034)
ql.Settings.instance().evaluationDate = issued
schedule = ql.Schedule(issued, maturity, ql.Period(ql.Semiannual), ql.NullCalendar(), ql.Unadjusted, ql.Unadjusted,
                       ql.DateGeneration.Backward, False)
bond = ql.FixedRateBond(0, 100.0, schedule, [0.09], ql.ActualActual(ql.ActualActual.ISMA))
count, start = 0, time.process_time()
while time.process_time() - start < 2:
    for step in range(500):
        price = ql.BondPrice(80 + step * 0.08, ql.BondPrice.Clean)
        bond.bondYield(price, ql.Actual365Fixed(), ql.Compounded, ql.Annual, issued, 1e-12, 100)
    count += 500
print(count / (time.process_time() - start))
