import { z } from 'zod'
import { printKinds } from '../shared/areas/labels/rules.ts'
import { isFileCall, isUploadCall } from './files/save.ts'

/** Shapes of the bridge that more than one part of main checks. */

export const printKind = z.enum(printKinds)

/** It reaches a header. */
export const takingKey = z.string().regex(/^[\x21-\x7e]{1,200}$/)

/** Only calls of the contract that give a file: main's token must not become a key to every call of the server. */
export const fileCall = z
  .strictObject({
    method: z.enum(['GET', 'POST']),
    path: z.string().max(2_000),
    body: z.unknown().exactOptional(),
    key: takingKey.exactOptional(),
  })
  .refine(isFileCall, 'not a call that gives a file')

/** Above what the server takes of sheets. */
const mostUploadBytes = 16 * 1024 * 1024

/** Calls that answer an upload with a file. */
export const uploadCall = z
  .strictObject({ method: z.literal('POST'), path: z.string().max(2_000), key: takingKey.exactOptional() })
  .refine(isUploadCall, 'not a call that answers an upload with a file')

export const uploadedForm = z.strictObject({
  fields: z.record(z.string().regex(/^\w{1,80}$/), z.string().max(10_000)),
  fileName: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^"\\/\p{Cc}]+$/u),
  bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.byteLength <= mostUploadBytes, 'too large'),
})

/** From a ring label to a carton's side; millimetres. */
const side = z.number().min(5).max(1_000)

export const labelSize = z.strictObject({ widthMm: side, heightMm: side })

export const copies = z.number().int().min(1).max(999)

/** A printer's name reaches a command line: nothing that could be read as a flag. */
export const printerName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^-\p{Cc}][^\p{Cc}]*$/u)
