import { z } from 'zod'
import { instant } from '../../kernel/shapes.ts'

/** A signature is drawn in a field of so many units; whoever draws and prints it scales it. */
export const signatureField = { width: 900, height: 300 } as const
export const mostStrokes = 60
export const mostPoints = 3_000

/** Strokes of a pen, each the points that it went through: x, y, x, y … None where a name alone stands for the person. */
export const signatureStrokes = z
  .array(z.array(z.int().min(0).max(signatureField.width)).min(4).max(1_200))
  .max(mostStrokes)
  .refine((strokes) => strokes.every((stroke) => stroke.length % 2 === 0))
  .refine((strokes) => strokes.reduce((points, stroke) => points + stroke.length / 2, 0) <= mostPoints)

export type SignatureStrokes = z.output<typeof signatureStrokes>

/** As whom a person signs: who inspected, or a lead who answers for it. */
export const signatureParts = ['inspector', 'lead'] as const
export type SignaturePart = (typeof signatureParts)[number]

/** Who signed an inspection. */
export const signature = z.object({ part: z.enum(signatureParts), by: z.string(), at: instant })
