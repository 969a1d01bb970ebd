import { learned, type ScannerEnding } from './scan-reader.ts'

const KEY = 'selvedge.scanner-sends-enter'

let withEnter = isKept() ? learned : 0

/** Of the scanner at this computer, for every field and page, and kept for the next day: its first code is not cut either. */
export const ownScanner: ScannerEnding = {
  get withEnter() {
    return withEnter
  },
  set withEnter(codes) {
    const was = withEnter >= learned
    withEnter = codes
    if (codes >= learned !== was) keep(!was)
  },
}

function isKept(): boolean {
  try {
    return localStorage.getItem(KEY) === '1'
  } catch {
    // No storage: learned anew each time.
    return false
  }
}

function keep(sendsEnter: boolean): void {
  try {
    if (sendsEnter) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
