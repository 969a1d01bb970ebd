import { z } from 'zod'
import { boxRef } from './shapes.ts'
import { signatureParts, signatureStrokes } from './signature.ts'

/** Languages that an inspection report is written in. */
export const reportLanguages = ['en', 'zh'] as const
export type ReportLanguage = (typeof reportLanguages)[number]

/** Of a box: one of its inspections by number, or all of them. Or of a lot (`lot_id` of an inspection's lots), in whichever boxes, or of a whole shipment. */
export const reportAsked = z.object({
  box_id: boxRef.optional(),
  number: z.int().min(1).max(100_000).optional(),
  lot_id: z.uuid().optional(),
  shipment_id: z.string().trim().min(1).max(40).optional(),
  language: z.enum(reportLanguages).default('en'),
})

export const signingIn = z.object({
  box_id: boxRef,
  number: z.int().min(1).max(100_000),
  part: z.enum(signatureParts),
  strokes: signatureStrokes,
})

export const reportMessages = {
  which: 'A report is of a box, a lot or a shipment: please name one of them.',
  nothing: 'Nothing was inspected yet.',
  noLot: 'This lot is not here.',
  noInspection: 'This box has no inspection {{number}}.',
  notInspector: 'Only {{name}}, who inspected, can sign as inspector.',
  notLead: 'Only a QC lead can sign as lead.',
  isSigned: 'This inspection is signed already.',
  signed: 'Signed.',
} as const
