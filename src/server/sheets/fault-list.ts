import { type Fault, sheetMessages } from '../../shared/kernel/sheet.ts'
import { mostFaults } from './limits.ts'
import { inSheetOrder, placeOf, type ReadRows } from './read-rows.ts'

/** What is wrong with a sheet: the first faults by name, of the rest how many there are and on which rows. */
export class FaultList {
  /** At most `mostFaults`. */
  readonly named: Fault[]
  count: number
  /** Rows with a fault of any kind, named or not. */
  readonly places: Set<string>

  constructor({ faults, faultCount, misread }: Pick<ReadRows, 'faults' | 'faultCount' | 'misread'>) {
    this.named = [...faults]
    this.count = Math.max(faultCount, this.named.length)
    this.places = new Set([...misread, ...faults.map(placeOf)])
  }

  /** `make` is not asked for a fault that is only counted. */
  add(place: Pick<Fault, 'sheet' | 'row'>, make: () => Fault): void {
    this.count++
    this.places.add(placeOf(place))
    if (this.named.length < mostFaults) this.named.push(make())
  }

  inOrder(): Fault[] {
    return this.named.toSorted(inSheetOrder)
  }

  /** Rows that have faults, none of which is named. */
  untold(): ReadonlySet<string> {
    if (this.count === this.named.length) return new Set()
    return this.places.difference(new Set(this.named.map(placeOf)))
  }
}

/** The same of a sheet whose rows were narrowed to those that `stay`: what is not named is told of its row. */
export function faultsOfRows(read: ReadRows, stays: (place: Pick<Fault, 'sheet' | 'row'>) => boolean) {
  const { named, places } = new FaultList(read)
  const faults = named.filter(stays)
  const rows = new Set(read.rows.filter(stays).map(placeOf))
  const misread = places.intersection(new Set([...rows, ...faults.map(placeOf)]))
  const told = new Set(faults.map(placeOf))
  const untold = read.rows.filter((row) => misread.has(placeOf(row)) && !told.has(placeOf(row)))
  const byRow = untold.slice(0, mostFaults - faults.length).map(({ sheet, row }): Fault => {
    return { sheet, row, column: '', cell: '', value: '', message: sheetMessages.untold }
  })
  return { faults: [...faults, ...byRow], misread, faultCount: faults.length + untold.length }
}
