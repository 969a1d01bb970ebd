import { SSCC_LENGTH, ssccFault } from '../../shared/kernel/sscc.ts'

/** One code, and who wrote it. */
export interface ReadScan {
  code: string
  by: 'scanner' | 'hand'
}

export interface ScanReader {
  /** What stands in the field: read so far, not ended. */
  text(): string
  /** A character at `at` ms; gives the scans that it completes. A held key is no scanner. */
  key(char: string, at: number, isRepeated?: boolean): ReadScan[]
  /** Enter or Tab. */
  end(): ReadScan[]
  /** Looks whether a scanner that sends no Enter has ended. */
  silence(at: number): ReadScan[]
  /** Milliseconds of silence that would end what stands there; null where only Enter does. */
  idleTimeout(): number | null
  /** The text was edited by hand. */
  edited(text: string): void
}

/** Keys one behind the other: how many, and the times of the first and the last. */
interface Burst {
  count: number
  first: number
  last: number
}

/** Faster than a hand: so many characters, so far apart on average, and never farther than `continues`. */
const fewest = 6
const fasterThan = 35
const continues = 60
/**
 * A scanner without Enter has ended; one that has sent only digits, and not yet those of a sound SSCC, may only have halted: a busy
 * computer hands keys on late.
 */
const silent = 120
const halted = 400
/**
 * A scanner that ended its last codes with Enter ends this one with it, however long the computer halts in between; only another
 * scanner, without Enter, leaves a code standing for so long.
 */
const awaitsEnter = 1_500
/** Codes of a scanner that ended with Enter before it is waited for. */
export const learned = 2
/** A scanner whose computer is busy halts in the midst of a code, a few times at most. */
const mostHalts = 3
/** What was typed so long before a scan is no part of it. */
const apart = 500

/** Whether only a scanner writes so fast. */
export function isFastBurst({ count, first, last }: Burst): boolean {
  return count >= fewest && (last - first) / (count - 1) < fasterThan
}

/** Whether a key at `at` follows another so closely that both may be of one scan. */
export function isOneBurst(last: number, at: number): boolean {
  return at - last <= continues
}

interface Run extends Burst {
  /** Where in the text it begins. */
  start: number
  /** Milliseconds between what stood there before and the run. */
  gap: number
  /** How often the keys halted for longer than a scanner's do, and went on. */
  halts: number
}

/** How this computer's scanner ends its codes: learned by one reader, known to the next. */
export interface ScannerEnding {
  /** Codes in a row that ended with Enter. */
  withEnter: number
}

/**
 * Makes scans of keys, by what they are and by the time of each: Enter or Tab ends one; so does a pause after characters that came
 * faster than a hand types, and the last digit of "00" and a sound SSCC. Several in one are cut apart.
 */
export function makeScanReader(ending: ScannerEnding = { withEnter: 0 }): ScanReader {
  let text = ''
  let run: Run | null = null

  const isFast = () => run !== null && isFastBurst(run)
  const isEnterKnown = () => ending.withEnter >= learned
  const take = (): ReadScan[] => {
    // Typed, left standing, and scanned behind it: what was typed stays.
    const from = run !== null && isFast() && run.gap >= apart ? run.start : 0
    const by = isFast() && (run?.start ?? 0) === from ? ('scanner' as const) : ('hand' as const)
    const taken = text.slice(from).trim()
    text = text.slice(0, from)
    run = null
    return cutScans(taken).map((code) => ({ code, by }))
  }

  const idleTimeout = () => {
    if (!isFast()) return null
    if (isEnterKnown()) return awaitsEnter
    const digits = text.slice(run?.start).replace(/^\]C1/, '')
    return /^\d{0,19}$/.test(digits) && ssccFault(digits) !== null ? halted : silent
  }

  return {
    text: () => text,
    idleTimeout: idleTimeout,
    key(char, at, isRepeated = false) {
      const isOn = run !== null && !isRepeated && isOneBurst(run.last, at)
      const isResumed = run !== null && !isRepeated && isFast() && at - run.last <= halted && run.halts < mostHalts
      if (run && (isOn || isResumed)) {
        // A halt says nothing of how fast the scanner is.
        if (!isOn) {
          run.first += at - run.last
          run.halts += 1
        }
        run.count += 1
        run.last = at
      } else {
        // The rest of a code whose Enter is to come yet.
        const gap = run === null ? Number.POSITIVE_INFINITY : isEnterKnown() && isFast() ? 0 : at - run.last
        run = { start: text.length, count: 1, first: at, last: at, gap, halts: 0 }
      }
      text += char.normalize('NFKC')
      const isComplete = isFast() && isSsccElement(text.slice(run?.start).replace(/^\]C1/, ''))
      return isComplete ? take() : []
    },
    end() {
      if (isFast()) ending.withEnter += 1
      return take()
    },
    silence(at) {
      const wanted = idleTimeout()
      if (run === null || wanted === null || at - run.last < wanted) return []
      ending.withEnter = 0
      return take()
    },
    edited(next) {
      text = next.normalize('NFKC')
      run = null
    },
  }
}

/** The element of a box's code: application identifier "00" and the SSCC. */
export function isSsccElement(text: string): boolean {
  return text.startsWith('00') && ssccFault(text.slice(2)) === null
}

/**
 * Scans that ran into each other because the scanner sends nothing behind a code: cut before each symbology mark "]C1", and
 * digits that are nothing but sound SSCCs (with or without "00") one behind the other, by their check digits. All else stays whole.
 */
export function cutScans(text: string): string[] {
  const marked = text.split(/(?=\]C1)/).filter((piece) => piece !== '')
  return marked.flatMap((piece) => {
    const mark = piece.startsWith(']C1') ? ']C1' : ''
    const digits = piece.slice(mark.length)
    const cut = digits.length > SSCC_LENGTH + 2 && /^\d+$/.test(digits) ? intoSsccs(digits) : null
    return cut ? [`${mark}${cut[0]}`, ...cut.slice(1)] : [piece]
  })
}

/** Null where something would be left over. The longer element first: its "00" is no chance. */
function intoSsccs(digits: string): string[] | null {
  if (digits === '') return []
  for (const length of [SSCC_LENGTH + 2, SSCC_LENGTH]) {
    const head = digits.slice(0, length)
    if (head.length < length || !(length === SSCC_LENGTH ? ssccFault(head) === null : isSsccElement(head))) continue
    const rest = intoSsccs(digits.slice(length))
    if (rest) return [head, ...rest]
  }
  return null
}
