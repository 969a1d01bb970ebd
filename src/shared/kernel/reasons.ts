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

/** Each reason in Chinese, for files and vendors, and how bad a defect of it usually is: an inspector may say otherwise. */
export const reasonUsually: Record<RefusalReason, { zh: string; severity: Severity }> = {
  'Size issue': { zh: '尺码问题', severity: 'major' },
  'Fabric issue': { zh: '面料问题', severity: 'major' },
  'Issue with trims': { zh: '辅料问题', severity: 'minor' },
  'Fabric damaged': { zh: '面料破损', severity: 'major' },
  'Color variation': { zh: '色差', severity: 'major' },
  'Poor workmanship': { zh: '做工不良', severity: 'minor' },
  'Received a damaged product': { zh: '收到破损商品', severity: 'major' },
  'Wrong/no labels attached': { zh: '标签错误或缺失', severity: 'major' },
  'Wrong/partial product delivered': { zh: '错发或少发', severity: 'major' },
  'Print mismatch': { zh: '印花不符', severity: 'major' },
  'Color bleeding': { zh: '掉色', severity: 'major' },
  Stain: { zh: '污渍', severity: 'major' },
  Other: { zh: '其他', severity: 'minor' },
}

export const severityZh: Record<Severity, string> = { critical: '致命 CR', major: '主要 MA', minor: '次要 MI' }

/** A reason in both languages, as in the list of a sheet. */
export function bilingualReason(reason: RefusalReason): string {
  return `${reason} / ${reasonUsually[reason].zh}`
}

/** The reason that a person wrote, in either language or both; null for anything else. */
export function readReason(text: string): RefusalReason | null {
  const plain = text.trim().toLowerCase()
  const spellings = (reason: RefusalReason) => [reason, reasonUsually[reason].zh, bilingualReason(reason)]
  return refusalReasons.find((reason) => spellings(reason).some((each) => each.toLowerCase() === plain)) ?? null
}
/** From the worst. */

export const severities = ['critical', 'major', 'minor'] as const
export type Severity = (typeof severities)[number]
