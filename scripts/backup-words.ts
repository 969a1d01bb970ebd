import type { Progress } from '../src/server/backup/format.ts'

const steps: Record<Progress['step'], string> = {
  tables: 'copying the tables',
  files: 'copying photographs and files',
  verify: 'reading the backup',
  restore: 'putting it back',
  compare: 'comparing',
}

export function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

const EVERY_MS = 1_000

/** Says on the error output, once a second and at each new step, how far it is. */
export function progressLine(): (progress: Progress) => void {
  let [said, last] = [0, '']
  return ({ step, bytes, total }) => {
    if (step === last && Date.now() - said < EVERY_MS) return
    said = Date.now()
    last = step
    const share = total ? ` (${Math.floor((bytes / total) * 100)} %)` : ''
    console.error(`${steps[step]}: ${sizeText(bytes)}${share}`)
  }
}

const say = (_: object, words: string) => console.error(words)

/** What goes wrong beside, in words. */
export const saying = { info: () => undefined, warn: say, error: say }
