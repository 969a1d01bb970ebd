import { key } from '../../i18n/key.ts'

/** The specification's words for a file of the wrong kind. */
export function wrongKind(accept: readonly string[]): string {
  return accept.includes('.csv') ? key('Please upload .xlsx or .csv files.') : key('Please upload .xlsx files.')
}

/** By its name only; what is inside is the server's to judge. */
export function isAccepted(name: string, accept: readonly string[]): boolean {
  return accept.some((ending) => name.toLowerCase().endsWith(ending))
}
