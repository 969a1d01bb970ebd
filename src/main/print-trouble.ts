/** State reasons of printers and jobs (RFC 8011, PWG 5100.9) in words; the first that fits is told. */
const words: readonly [RegExp, string][] = [
  [/^(media-empty|media-needed|media-low-error)/, 'The printer is out of paper.'],
  [/^media-jam/, 'Paper is jammed in the printer.'],
  [/^(door|cover|interlock)-open/, 'The printer is open.'],
  [/^(toner|marker-supply|developer)-empty/, 'The printer is out of ink or ribbon.'],
  [
    /^(offline|connecting-to-device|timed-out|shutdown|cups-waiting-for-job-completed-offline)/,
    'The printer is offline.',
  ],
  [/^(paused|moving-to-paused|stopped|printer-stopped)/, 'The printer is paused.'],
]

const offlineWords = ['The printer is offline.', 'The printer is paused.']

/** What keeps a printer from printing, as an English key; null where nothing does. */
export function troubleOf(reasons: readonly string[]): string | null {
  for (const [pattern, text] of words) {
    // A warning keeps nothing; only `offline-report` means what it says.
    if (reasons.some((reason) => pattern.test(reason) && !/-warning$/.test(reason))) return text
  }
  return null
}

export function isOffline(reasons: readonly string[]): boolean {
  return offlineWords.includes(troubleOf(reasons) ?? '')
}
