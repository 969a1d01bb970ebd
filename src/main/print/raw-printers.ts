import { isIP } from 'node:net'
import { z } from 'zod'
import type { RawPrinter } from '../../shared/bridge.ts'
import { isRawPort } from '../../shared/kernel/printing.ts'
import { printerName } from '../bridge-shapes.ts'
import { type Saved, saved } from '../settings.ts'

/** An address or a plain host name: nothing that carries a port, a path or a user of its own. */
const host = z
  .string()
  .max(253)
  .refine((text) => isIP(text) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text), 'not a host')

export const rawPrinter: z.ZodType<RawPrinter> = z.strictObject({
  name: printerName,
  dialect: z.enum(['zpl-203', 'zpl-300']),
  way: z.discriminatedUnion('kind', [
    // Bytes of the app go out there: only to ports where printers listen.
    z.strictObject({ kind: z.literal('socket'), host, port: z.number().refine(isRawPort, 'not a printer’s port') }),
    z.strictObject({ kind: z.literal('queue') }),
  ]),
})

/** The label printers of this workstation that are spoken to in ZPL. */
export function openRawPrinters(): Saved<RawPrinter[]> {
  return saved<RawPrinter[]>('raw-printers', z.array(rawPrinter), [])
}
