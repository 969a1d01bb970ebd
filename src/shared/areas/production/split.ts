import { key } from '../../kernel/words.ts'

/** Pieces of a line (colour and size) that a facility makes. */
export interface Share {
  facility: string
  line: string
  pieces: number
}

export interface SplitLine {
  line: string
  size: string
  pieces: number
}

export const splitFaults = {
  tooFew: key('{{given}} of {{pieces}} pcs are given to facilities: {{left}} are left.'),
  tooMany: key('{{given}} pcs are given to facilities, of {{pieces}}.'),
  noLine: key('The order has no such colour and size.'),
  twice: key('This facility has this colour and size twice.'),
  noFacility: key('There is no such facility.'),
  facilityTwice: key('This facility stands twice.'),
  retired: key('This facility is retired.'),
  otherPath: key('This facility does not produce {{path_key}}.'),
} as const

export interface SplitFault {
  /** Of the shares; null where a line lacks pieces that nobody was given. */
  at: number | null
  line: string
  message: string
  values: Record<string, number>
}

/** Names every cell at which a split does not add up to the order. None: it adds up. */
export function splitFaultsOf(lines: readonly SplitLine[], shares: readonly Share[]): SplitFault[] {
  const seen = new Set<string>()
  const faults: SplitFault[] = shares.flatMap(({ facility, line }, at) => {
    const cell = `${facility}\n${line}`
    const isTwice = seen.has(cell)
    seen.add(cell)
    const message = !lines.some((one) => one.line === line) ? splitFaults.noLine : isTwice ? splitFaults.twice : null
    return message === null ? [] : [{ at, line, message, values: {} }]
  })
  for (const { line, pieces } of lines) {
    const given = shares.reduce((sum, share) => sum + (share.line === line ? share.pieces : 0), 0)
    if (given === pieces) continue
    const last = shares.findLastIndex((share) => share.line === line)
    faults.push({
      at: last < 0 ? null : last,
      line,
      message: given < pieces ? splitFaults.tooFew : splitFaults.tooMany,
      values: { given, pieces, left: Math.max(0, pieces - given) },
    })
  }
  return faults
}

/**
 * Gives each facility so many pieces (`quotas`), of every line in the same proportion as far as whole pieces allow. Every line and every
 * quota adds up exactly. Throws RangeError where the quotas are not the lines' sum.
 */
export function splitByQuantity(
  lines: readonly SplitLine[],
  quotas: readonly { facility: string; pieces: number }[],
): Share[] {
  let left = sumOf(lines)
  if (sumOf(quotas) !== left) throw new RangeError('the quotas are not the sum of the lines')
  const open = quotas.map((quota) => ({ ...quota }))
  return lines.flatMap(({ line, pieces }) => {
    // What a quota still takes is never less than its share of the line, rounded up: the line is a part of what is left.
    const exact = open.map((quota) => (left === 0 ? 0 : (pieces * quota.pieces) / left))
    const given = exact.map(Math.floor)
    const rest = pieces - given.reduce((sum, one) => sum + one, 0)
    const byRemainder = open
      .map((_, at) => at)
      .toSorted((a, b) => part(exact[b]) - part(exact[a]) || (open[b]?.pieces ?? 0) - (open[a]?.pieces ?? 0) || a - b)
    for (const at of byRemainder.slice(0, rest)) given[at] = (given[at] ?? 0) + 1
    left -= pieces
    return open.flatMap((quota, at) => {
      const share = given[at] ?? 0
      quota.pieces -= share
      return share === 0 ? [] : [{ facility: quota.facility, line, pieces: share }]
    })
  })
}

/** Pieces that a facility shall make: of one size, or (null) of all. */
export interface Quota {
  facility: string
  size: string | null
  pieces: number
}

/** Splits by quotas, of each size or of the whole; a size (or whole) whose quotas do not add up gets no shares. */
export function splitByQuotas(lines: readonly SplitLine[], quotas: readonly Quota[]): Share[] {
  const isBySize = quotas.some(({ size }) => size !== null)
  const groups = isBySize ? [...Map.groupBy(lines, ({ size }) => size)] : [[null, [...lines]] as const]
  return groups.flatMap(([size, own]) => {
    const asked = quotas.filter((quota) => quota.size === size && quota.pieces > 0)
    return sumOf(asked) === sumOf(own) && asked.length > 0 ? splitByQuantity(own, asked) : []
  })
}

/** Says of each size, or of the whole (null), how its quotas miss its pieces. */
export function quotaFaultsOf(
  lines: readonly SplitLine[],
  quotas: readonly Quota[],
  isBySize: boolean,
): { size: string | null; message: string; values: Record<string, number> }[] {
  const groups = isBySize ? [...Map.groupBy(lines, ({ size }) => size)] : [[null, [...lines]] as const]
  return groups.flatMap(([size, own]) => {
    const given = sumOf(quotas.filter((quota) => !isBySize || quota.size === size))
    const pieces = sumOf(own)
    if (given === pieces) return []
    const message = given < pieces ? splitFaults.tooFew : splitFaults.tooMany
    return [{ size, message, values: { given, pieces, left: Math.max(0, pieces - given) } }]
  })
}

const part = (exact = 0) => exact - Math.floor(exact)
const sumOf = (all: readonly { pieces: number }[]) => all.reduce((sum, { pieces }) => sum + pieces, 0)
