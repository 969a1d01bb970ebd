/** Resolutions of label printers' heads, in dots per inch. */

export const zplResolutions = [203, 300] as const

export type ZplResolution = (typeof zplResolutions)[number]
/** Targets of labels: pages, or a label printer's own language at its head's resolution. */

export const printForms = ['pdf', 'zpl-203', 'zpl-300'] as const

export type PrintForm = (typeof printForms)[number]
/** null: pages, which have no dots. */

export function resolutionOf(form: PrintForm): ZplResolution | null {
  return form === 'pdf' ? null : form === 'zpl-203' ? 203 : 300
}
/** Ports where label printers take raw bytes: 9100 and its neighbours, and 6101 of Zebra's mobile ones. */

export function isRawPort(port: number): boolean {
  return Number.isInteger(port) && ((port >= 9100 && port <= 9199) || port === 6101)
}

/** The fact of a PDF that names the signs which its fonts lack; left out where they lack none. */
export const MISSING_FACT = 'MissingSigns'
