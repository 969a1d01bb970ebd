/** The codes that a picture shows. */
export type CodeReader = (picture: HTMLVideoElement) => Promise<string[]>

/** Of browsers that read codes themselves: Chrome on Android, ChromeOS and macOS. */
interface DetectorClass {
  new (options: { formats: string[] }): { detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
}

const detector = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

export const readsCodes = (): boolean => detector() !== undefined

/** Labels of boxes and SKUs, shelves, gate passes and job cards, and what goods bring with them. */
const formats = ['code_128', 'qr_code', 'ean_13', 'ean_8', 'data_matrix', 'code_39']

/** Throws where the browser cannot read codes: see `readsCodes`. */
export function codeReader(): CodeReader {
  const Detector = detector()
  if (!Detector) throw new Error('this browser reads no codes')
  const own = new Detector({ formats })
  return async (picture) => (await own.detect(picture)).map(({ rawValue }) => rawValue)
}

/** Milliseconds that a code must be out of sight before it counts as scanned again. */
const forgets = 1_500

/** Makes scans of what is seen picture after picture: a code that stays in sight, or is missed for a moment, is one scan. */
export function makeSightings(): (seen: readonly string[], at: number) => string[] {
  const lastSeen = new Map<string, number>()
  return (seen, at) => {
    const codes = [...new Set(seen.map(bare))].filter((code) => code !== '')
    const news = codes.filter((code) => at - (lastSeen.get(code) ?? Number.NEGATIVE_INFINITY) > forgets)
    for (const code of codes) lastSeen.set(code, at)
    return news
  }
}

/** GS1 codes begin with a separator, which a scanner does not send. */
function bare(code: string): string {
  return code.replaceAll('\u001d', '').normalize('NFKC').trim()
}
