import { addDays } from '../../kernel/days.ts'
import { key } from '../../kernel/words.ts'

/** Days of a week on which facilities work: Monday to Saturday. */
export const WORK_DAYS_A_WEEK = 6

export const loadWords = {
  noCapacity: key('No capacity is kept of this facility: it is said in its record.'),
  backward: key('The due date lies before the start.'),
  noDays: key('There is no working day between start and due date.'),
  full: key('In the week of {{monday}} {{free}} pcs are free, and {{pieces}} would be made.'),
} as const

/** Pieces that a facility makes from one day to another, both included. */
export interface Work {
  pieces: number
  starts_on: string
  due_on: string
}

export interface WeekLoad {
  /** Its first day. */
  monday: string
  pieces: number
}

export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

/** Monday to Saturday from one day to another, both included. */
function workDays({ starts_on, due_on }: Pick<Work, 'starts_on' | 'due_on'>): Map<string, number> {
  const weeks = new Map<string, number>()
  for (let monday = mondayOf(starts_on); monday <= due_on; monday = addDays(monday, 7)) {
    const first = starts_on > monday ? starts_on : monday
    const saturday = addDays(monday, WORK_DAYS_A_WEEK - 1)
    const last = due_on < saturday ? due_on : saturday
    const days = Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1
    if (days > 0) weeks.set(monday, days)
  }
  return weeks
}

/** Spreads pieces evenly over the working days of their time, whole pieces a week; they add up. Of a time without working days the due date's week takes all. */
export function weeksOf(work: Work): WeekLoad[] {
  const weeks = [...workDays(work)]
  const days = weeks.reduce((sum, [, own]) => sum + own, 0)
  if (days === 0) return work.pieces === 0 ? [] : [{ monday: mondayOf(work.due_on), pieces: work.pieces }]
  let passed = 0
  let given = 0
  return weeks.map(([monday, own]) => {
    passed += own
    // What is due by the end of the week, less what was given before: rounding never loses a piece.
    const pieces = Math.round((work.pieces * passed) / days) - given
    given += pieces
    return { monday, pieces }
  })
}

/** Adds works up by week, one after the other. */
export function weekSums(works: readonly Work[]) {
  const sums = new Map<string, number>()
  const add = (work: Work) => {
    for (const { monday, pieces } of weeksOf(work)) sums.set(monday, (sums.get(monday) ?? 0) + pieces)
  }
  for (const work of works) add(work)
  const weeks = (): WeekLoad[] =>
    [...sums].map(([monday, pieces]) => ({ monday, pieces })).toSorted((a, b) => (a.monday < b.monday ? -1 : 1))
  return { add, weeks }
}

/** Adds several works up by week, in the order of the weeks. */
export const loadOf = (works: readonly Work[]): WeekLoad[] => weekSums(works).weeks()

export interface FreeWeek {
  monday: string
  /** Working days of the asked time in it, and what the facility makes in them. */
  days: number
  capacity: number
  /** Of other orders in the whole week. */
  load: number
  free: number
}

/** Says what is free of a facility (`capacity`, pieces a day) in a time, week by week, beside the load of other orders. */
export function freeWeeks(
  capacity: number,
  load: readonly WeekLoad[],
  time: Pick<Work, 'starts_on' | 'due_on'>,
): FreeWeek[] {
  return [...workDays(time)].map(([monday, days]) => {
    const taken = load.find((week) => week.monday === monday)?.pieces ?? 0
    const week = capacity * WORK_DAYS_A_WEEK
    // Other work of the week fills the days outside the asked time first.
    const free = Math.max(0, Math.min(capacity * days, week - taken))
    return { monday, days, capacity: capacity * days, load: taken, free }
  })
}

/** Says the first week in which a work, spread evenly over its days, is more than what is free, or null. */
export function overloadOf(capacity: number | null, load: readonly WeekLoad[], work: Work) {
  if (capacity === null || capacity === 0) return { message: loadWords.noCapacity, values: {} }
  if (work.due_on < work.starts_on) return { message: loadWords.backward, values: {} }
  const free = freeWeeks(capacity, load, work)
  if (free.length === 0) return { message: loadWords.noDays, values: {} }
  const all = free.reduce((sum, { days }) => sum + days, 0)
  for (const { monday, days, free: room } of free)
    if (work.pieces * days > room * all)
      return {
        message: loadWords.full,
        values: { monday_day: monday, free: room, pieces: Math.ceil((work.pieces * days) / all) },
      }
  return null
}

/** The most pieces that a facility can take in a time without being overloaded, when they are spread evenly. */
export function roomFor(
  capacity: number | null,
  load: readonly WeekLoad[],
  time: Pick<Work, 'starts_on' | 'due_on'>,
): number {
  const weeks = freeWeeks(capacity ?? 0, load, time)
  if (weeks.length === 0) return 0
  const all = weeks.reduce((sum, { days }) => sum + days, 0)
  return Math.min(...weeks.map(({ days, free }) => Math.floor((free * all) / days)))
}

/** Weeks that are looked ahead for room. */
const WEEKS_AHEAD = 104

/** Says the first day by which a facility with room has made pieces, when it begins on a day and takes all that is free; null without capacity, or where two years are not enough. */
export function madeBy(
  capacity: number | null,
  load: readonly WeekLoad[],
  { pieces, starts_on }: Pick<Work, 'pieces' | 'starts_on'>,
): string | null {
  let left = pieces
  let monday = mondayOf(starts_on)
  for (let week = 0; week < WEEKS_AHEAD; week++, monday = addDays(monday, 7)) {
    const first = starts_on > monday ? starts_on : monday
    const [room] = freeWeeks(capacity ?? 0, load, { starts_on: first, due_on: addDays(monday, WORK_DAYS_A_WEEK - 1) })
    if (room === undefined || room.free === 0) continue
    if (room.free >= left) return addDays(first, Math.max(1, Math.ceil((left * room.days) / room.free)) - 1)
    left -= room.free
  }
  return null
}
