import { keptReading } from './20261127T1620-kept-reading.ts'
import { anew, type SchemaStep } from './step.ts'

const totals = anew(keptReading, 'read_totals_v1', [
  ['t.month = low and t.count > 0', "t.month = low and t.count > 0 and t.state = 'APPROVED'"],
  ['t.month between low and high', "t.month between low and high and t.state = 'APPROVED'"],
  ['t.day < low_day', "t.day < low_day and t.state = 'APPROVED'"],
  ['t.day <= last', "t.day <= last and t.state = 'APPROVED'"],
])

/** Nobody shows of the sums of some days but what was sold: two thirds of what the page of hundreds of registers read was other. */
export const soldAlone: SchemaStep = { id: '20261128T0410-sold-alone', sql: totals }
