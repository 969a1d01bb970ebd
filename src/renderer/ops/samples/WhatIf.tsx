import { z } from 'zod'
import {
  type Costing,
  type CostKind,
  costKinds,
  costKindWords,
  costOf,
  whatIf,
} from '../../../shared/areas/sample-development/cost.ts'
import { DecimalField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { Section } from '../../kit/Drawer.tsx'
import { useLocale } from '../../table/words.ts'
import { readParts, writeParts } from './typed-numbers.ts'

const whatIfShape = z.object({
  kinds: z.record(z.string(), z.string()),
  overhead: z.string(),
  margin: z.string(),
  rate: z.string(),
})

/** The costing beside another world: parts that cost another share of what they do now, another overhead, margin or rate. Nothing is saved. */
export function WhatIfColumns({ sampleId, costing }: { sampleId: string; costing: Costing }) {
  const { t, money } = useLocale()
  const typed = useTyped(`what-if.${sampleId}`, whatIfShape, {
    ...{ kinds: {}, overhead: writeParts(costing.overhead_bp, 2), margin: writeParts(costing.margin_bp, 2) },
    rate: writeParts(costing.rate?.millionths ?? null, 6),
  })
  const { kinds, overhead, margin, rate } = typed.value
  const shares = Object.fromEntries(
    costKinds.flatMap((kind) => {
      const share = readParts(kinds[kind] ?? '', 2)
      // Typed as so many percent of today's cost: a minus sign is typed nowhere.
      return share === null || share === undefined ? [] : [[kind, share - 10_000]]
    }),
  ) as Partial<Record<CostKind, number>>
  const other = whatIf(costing, {
    kinds: shares,
    overhead_bp: readParts(overhead, 2) ?? costing.overhead_bp,
    margin_bp: readParts(margin, 2) ?? costing.margin_bp,
    ...(costing.rate && { rate_millionths: readParts(rate, 6) ?? costing.rate.millionths }),
  })
  const [now, then] = [costOf(costing), costOf(other)]
  const { currency } = costing
  const shown = (minor: number | null, of = currency) => (minor === null ? '–' : money({ minor, currency: of }))
  const rows: readonly (readonly [label: string, now: number | null, then: number | null])[] = [
    ...costKinds
      .filter((kind) => now.byKind[kind] > 0)
      .map((kind) => [t(costKindWords[kind]), now.byKind[kind], then.byKind[kind]] as const),
    [t('Overhead'), now.overhead, then.overhead],
    [t('Cost of a piece'), now.cost, then.cost],
    [t('Margin'), now.margin, then.margin],
    [t('With margin'), now.price, then.price],
    [t('Target'), costing.target_minor, costing.target_minor],
  ]
  return (
    <Section title={t('What if')}>
      <p className="muted">{t('Nothing of it is saved as a version.')}</p>
      <div className="costing-heads">
        {costKinds
          .filter((kind) => now.byKind[kind] > 0)
          .map((kind) => (
            <DecimalField
              maxLength={16}
              key={kind}
              label={t('{{part}}, % of today', { part: t(costKindWords[kind]) })}
              value={kinds[kind] ?? '100'}
              problem={readParts(kinds[kind] ?? '100', 2) === undefined ? t('A number such as 0.75.') : null}
              onChange={(text) => typed.change((was) => ({ ...was, kinds: { ...was.kinds, [kind]: text } }))}
            />
          ))}
        <DecimalField
          maxLength={16}
          label={t('Overhead %')}
          value={overhead}
          problem={readParts(overhead, 2) === undefined ? t('A number such as 0.75.') : null}
          onChange={(text) => typed.change((was) => ({ ...was, overhead: text }))}
        />
        <DecimalField
          maxLength={16}
          label={t('Margin %')}
          value={margin}
          problem={readParts(margin, 2) === undefined ? t('A number such as 0.75.') : null}
          onChange={(text) => typed.change((was) => ({ ...was, margin: text }))}
        />
        {costing.rate ? (
          <DecimalField
            maxLength={16}
            label={t('Rate to {{currency}}', { currency: costing.rate.currency })}
            value={rate}
            problem={readParts(rate, 6) === undefined ? t('A number such as 0.75.') : null}
            onChange={(text) => typed.change((was) => ({ ...was, rate: text }))}
          />
        ) : null}
      </div>
      <table className="plain-table costing-sums" aria-label={t('What if')}>
        <thead>
          <tr>
            <th scope="col">{t('Cost of')}</th>
            <th scope="col" className="end">
              {t('Now')}
            </th>
            <th scope="col" className="end">
              {t('What if')}
            </th>
            <th scope="col" className="end">
              {t('Difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, was, will]) => (
            <tr key={label}>
              <td>{label}</td>
              <td className="end">{shown(was)}</td>
              <td className="end">{shown(will)}</td>
              <td className="end">{was === null || will === null || was === will ? '–' : shown(will - was)}</td>
            </tr>
          ))}
          {costing.rate ? (
            <tr>
              <td>{t('In {{currency}}', { currency: costing.rate.currency })}</td>
              <td className="end">{shown(now.converted, costing.rate.currency)}</td>
              <td className="end">{shown(then.converted, costing.rate.currency)}</td>
              <td className="end">{shown((then.converted ?? 0) - (now.converted ?? 0), costing.rate.currency)}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </Section>
  )
}
