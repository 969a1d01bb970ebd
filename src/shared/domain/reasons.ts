/** The reasons of which a refusal needs one, beside a remark (specification, section 5). */
export const refusalReasons = [
  'Size issue',
  'Fabric issue',
  'Issue with trims',
  'Fabric damaged',
  'Color variation',
  'Poor workmanship',
  'Received a damaged product',
  'Wrong/no labels attached',
  'Wrong/partial product delivered',
  'Print mismatch',
  'Color bleeding',
  'Stain',
  'Other',
] as const

export type RefusalReason = (typeof refusalReasons)[number]
