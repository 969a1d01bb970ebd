import { z } from 'zod'
import type { PassSettings } from '../../../shared/areas/gate-passes/filters.ts'
import { key } from '../../../shared/kernel/words.ts'

/** Settings of gate passes as they are typed: rupees and percents as text. */

const faults = {
  rupees: key('An amount in rupees, such as 50000 or 2500.50.'),
  percent: key('A percentage from 0 to 100.'),
  hsn: key('The first 2 to 8 digits of an HSN code.'),
  day: key('Please choose a day.'),
} as const

const toPaise = (text: string): number => Math.round(Number(text) * 100)
const rupees = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, faults.rupees)
const percent = z
  .string()
  .trim()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, faults.percent)
  .refine((text) => Number(text) <= 100, faults.percent)
  .transform(Number)

export const settingsForm = z.object({
  blind_receiving: z.boolean(),
  blind_sites: z.array(z.string()),
  tax_rules: z.array(
    z.object({
      from: z.iso.date(faults.day),
      eway_threshold_minor: rupees.transform(toPaise),
      hsn_rates: z.array(
        z.object({
          hsn: z
            .string()
            .trim()
            .regex(/^\d{2,8}$/, faults.hsn),
          percent,
        }),
      ),
      /** Of the last one empty: it has no limit. */
      rates: z.array(
        z.object({ up_to_minor: z.union([z.literal('').transform(() => null), rupees.transform(toPaise)]), percent }),
      ),
    }),
  ),
})
export type SettingsTyped = z.input<typeof settingsForm>
export type RulesTyped = SettingsTyped['tax_rules'][number]

const inRupees = (minor: number | null): string => (minor === null ? '' : String(minor / 100))

/** What is saved, as it is typed. */
export function typedSettings({ tax_rules, ...plain }: PassSettings): SettingsTyped {
  return {
    ...plain,
    tax_rules: tax_rules.map(({ from, eway_threshold_minor, hsn_rates, rates }) => ({
      from,
      eway_threshold_minor: inRupees(eway_threshold_minor),
      hsn_rates: hsn_rates.map(({ hsn, percent: of }) => ({ hsn, percent: String(of) })),
      rates: rates.map(({ up_to_minor, percent: of }) => ({ up_to_minor: inRupees(up_to_minor), percent: String(of) })),
    })),
  }
}
