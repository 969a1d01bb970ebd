import type { Printer, RawPrinter, ZplDialect } from '../../../shared/bridge.ts'
import { isRawPort } from '../../../shared/domain/printing.ts'
import { key } from '../../i18n/key.ts'

/** What is entered of a label printer, as text; both ways keep what was typed. */
export interface RawPrinterDraft {
  way: RawPrinter['way']['kind']
  name: string
  host: string
  port: string
  queue: string
  dialect: ZplDialect
}

export type DraftField = 'name' | 'host' | 'port' | 'queue'

/** The port where label printers listen unless somebody changed it. */
const usualPort = '9100'

export function draftOfPrinter(printer: RawPrinter | null): RawPrinterDraft {
  const empty: RawPrinterDraft = { way: 'socket', name: '', host: '', port: usualPort, queue: '', dialect: 'zpl-203' }
  if (printer === null) return empty
  const { name, dialect, way } = printer
  if (way.kind === 'queue') return { ...empty, way: 'queue', queue: name, dialect }
  return { ...empty, name, host: way.host, port: String(way.port), dialect }
}

/** The printer as it is kept; only of a draft without problems. */
export function printerOf({ way, name, host, port, queue, dialect }: RawPrinterDraft): RawPrinter {
  if (way === 'queue') return { name: queue, dialect, way: { kind: 'queue' } }
  return { name: name.trim(), dialect, way: { kind: 'socket', host: host.trim(), port: Number(port) } }
}

/** What is wrong, by field, in English words that are keys; `others` are the names that are taken. */
export function problemsOf(draft: RawPrinterDraft, others: readonly string[]): Partial<Record<DraftField, string>> {
  const { way, name, host, port, queue } = draft
  const taken = key('There is a printer of this name already.')
  if (way === 'queue') {
    if (queue === '') return { queue: key('Choose a queue.') }
    return others.includes(queue) ? { queue: taken } : {}
  }
  return {
    ...(isPrinterName(name.trim())
      ? others.includes(name.trim()) && { name: taken }
      : { name: key('Enter a name that begins with a letter or a number.') }),
    ...(isHost(host.trim()) ? {} : { host: key('Enter an IP address or a host name, without a port.') }),
    ...(isRawPort(Number(port)) ? {} : { port: key('Use 9100 to 9199, or 6101.') }),
  }
}

function isPrinterName(name: string): boolean {
  return name.length <= 200 && /^[\p{L}\p{N}][^\p{Cc}]*$/u.test(name)
}

/** An IPv4 or IPv6 address, or a plain host name; one colon alone would be a port's. */
function isHost(text: string): boolean {
  if (text.length > 253) return false
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) || /^(?=(.*:){2})[0-9a-f:.]+$/i.test(text)
}

/** Queues of the system that could be spoken to in ZPL, the one that is edited among them. */
export function queuesOf(
  printers: readonly Printer[],
  kept: readonly RawPrinter[],
  edited: RawPrinter | null,
): string[] {
  const sockets = new Set(kept.filter(({ way }) => way.kind === 'socket').map(({ name }) => name))
  const names = printers.map(({ name }) => name).filter((name) => !sockets.has(name))
  const own = edited?.way.kind === 'queue' ? [edited.name] : []
  return [...new Set([...own, ...names])]
}
