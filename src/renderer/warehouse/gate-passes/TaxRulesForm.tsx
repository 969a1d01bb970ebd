import { Button } from '@blueprintjs/core'
import { Cross, Plus } from '@blueprintjs/icons'
import { useState } from 'react'
import { ChoiceField, DayField, DecimalField, TextField } from '../../forms/fields.tsx'
import type { Form } from '../../forms/useForm.ts'
import { useLocale } from '../../table/words.ts'
import type { RulesTyped, SettingsTyped } from './pass-settings-form.ts'

/** Rates by the day from which they hold: one day at a time, the newest first to be seen. */
export function TaxRulesForm({ form }: { form: Form<SettingsTyped, unknown> }) {
  const { t, day } = useLocale()
  const all = form.values.tax_rules
  const [chosen, setChosen] = useState(all.length - 1)
  const at = Math.min(chosen, all.length - 1)
  const rules = all[at]
  const change = (part: Partial<RulesTyped>) =>
    form.change({ tax_rules: all.map((one, place) => (place === at ? { ...one, ...part } : one)) })
  if (rules === undefined) return null
  const add = () => {
    form.change({ tax_rules: [...all, { ...rules, from: '' }] })
    setChosen(all.length)
  }
  const remove = () => form.change({ tax_rules: all.filter((_, place) => place !== at) })
  const problem = (path: string) => form.problem(`tax_rules.${at}.${path}`)
  return (
    <div className="tax-rules">
      <div className="tax-rules-day">
        <ChoiceField
          label={t('Rates')}
          value={String(at)}
          problem={null}
          choices={all.map(({ from }, place) => [
            String(place),
            from === '' ? t('From a new day') : t('From {{day}}', { day: day(from) }),
          ])}
          onChange={(place) => setChosen(Number(place))}
        />
        <Button icon={<Plus />} text={t('Rates from another day')} onClick={add} />
        <Button variant="minimal" text={t('Remove these rates')} disabled={all.length === 1} onClick={remove} />
      </div>
      <div className="form-grid">
        <DayField
          label={t('Valid from')}
          value={rules.from}
          problem={problem('from')}
          onChange={(from) => change({ from })}
        />
        <DecimalField
          label={t('E-way bill above INR')}
          maxLength={12}
          value={rules.eway_threshold_minor}
          problem={problem('eway_threshold_minor')}
          onChange={(eway_threshold_minor) => change({ eway_threshold_minor })}
        />
      </div>
      <h3>{t('By HSN code')}</h3>
      <p className="muted">
        {t('The longest code that an HSN code begins with counts. What none fits goes by value.')}
      </p>
      <Rows
        rows={rules.hsn_rates}
        texts={{ first: t('HSN code begins with'), add: t('HSN rate'), remove: t('Remove the HSN rate') }}
        of={({ hsn }) => hsn}
        put={(row, hsn) => ({ ...row, hsn })}
        problem={(place, name) => problem(`hsn_rates.${place}.${name === 'first' ? 'hsn' : name}`)}
        made={{ hsn: '', percent: '' }}
        maxLength={8}
        onChange={(hsn_rates) => change({ hsn_rates })}
      />
      <h3>{t('By the value of a piece')}</h3>
      <Rows
        rows={rules.rates}
        texts={{
          first: t('Up to INR (empty: no limit)'),
          add: t('Rate by value'),
          remove: t('Remove the rate by value'),
        }}
        of={({ up_to_minor }) => up_to_minor}
        put={(row, up_to_minor) => ({ ...row, up_to_minor })}
        problem={(place, name) => problem(`rates.${place}.${name === 'first' ? 'up_to_minor' : name}`)}
        made={{ up_to_minor: '', percent: '' }}
        maxLength={12}
        least={1}
        onChange={(rates) => change({ rates })}
      />
    </div>
  )
}

interface RowsProps<R extends { percent: string }> {
  rows: readonly R[]
  texts: { first: string; add: string; remove: string }
  of: (row: R) => string
  put: (row: R, text: string) => R
  problem: (place: number, name: 'first' | 'percent') => string | null
  made: R
  maxLength: number
  least?: number
  onChange: (rows: R[]) => void
}

/** Rates with what each goes by. */
function Rows<R extends { percent: string }>({
  rows,
  texts,
  of,
  put,
  problem,
  made,
  least = 0,
  ...rest
}: RowsProps<R>) {
  const { t } = useLocale()
  const { maxLength, onChange } = rest
  const set = (place: number, row: R) => onChange(rows.map((one, other) => (other === place ? row : one)))
  return (
    <>
      {Object.entries(rows).map(([at, row]) => {
        // Rows have no names of their own: they are what stands at a place.
        const place = Number(at)
        return (
          <div key={at} className="tax-rate">
            <TextField
              label={texts.first}
              maxLength={maxLength}
              value={of(row)}
              problem={problem(place, 'first')}
              onChange={(text) => set(place, put(row, text))}
            />
            <DecimalField
              label={t('Percent')}
              maxLength={6}
              value={row.percent}
              problem={problem(place, 'percent')}
              onChange={(percent) => set(place, { ...row, percent })}
            />
            <Button
              variant="minimal"
              icon={<Cross />}
              aria-label={texts.remove}
              disabled={rows.length <= least}
              onClick={() => onChange(rows.filter((_, other) => other !== place))}
            />
          </div>
        )
      })}
      <Button size="small" icon={<Plus />} text={texts.add} onClick={() => onChange([...rows, made])} />
    </>
  )
}
