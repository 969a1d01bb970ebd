import { Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useState } from 'react'
import { z } from 'zod'
import { currencies } from '../../../shared/areas/data/kinds.ts'
import {
  type Costing,
  costingFaults,
  costKinds,
  costKindWords,
  costOf,
} from '../../../shared/areas/sample-development/cost.ts'
import { dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, DayField, DecimalField, RemarkField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { Section } from '../../kit/Drawer.tsx'
import { useLocale } from '../../table/words.ts'
import { readParts, writeParts } from './typed-numbers.ts'

type Currency = (typeof currencies)[number]

const lineShape = z.object({
  kind: z.enum(costKinds),
  name: z.string(),
  material_code: z.string(),
  unit: z.string(),
  quantity: z.string(),
  unit_price: z.string(),
  wastage: z.string(),
})
type Line = z.output<typeof lineShape>

/** A costing as it is typed: numbers are texts until all of them can be read. */
const formShape = z.object({
  currency: z.enum(currencies),
  lines: z.array(lineShape),
  overhead: z.string(),
  margin: z.string(),
  target: z.string(),
  quoted: z.string(),
  actual: z.string(),
  rate: z.string(),
  rate_currency: z.string(),
  rate_on: z.string(),
  remark: z.string(),
})
type Form = z.output<typeof formShape>

const emptyLine: Line = {
  ...{ kind: 'material', name: '', material_code: '', unit: '', quantity: '', unit_price: '', wastage: '' },
}

function formOf(costing: Costing | null): Form {
  if (costing === null)
    return {
      ...{ currency: 'INR', lines: [emptyLine], overhead: '', margin: '', target: '', quoted: '', actual: '' },
      ...{ rate: '', rate_currency: '', rate_on: '', remark: '' },
    }
  const { rate } = costing
  return {
    currency: costing.currency as Currency,
    lines: costing.lines.map((line) => ({
      ...{ kind: line.kind, name: line.name, material_code: line.material_code ?? '', unit: line.unit },
      quantity: writeParts(line.quantity_milli, 3),
      unit_price: writeParts(line.unit_price_minor, 2),
      wastage: line.wastage_bp === 0 ? '' : writeParts(line.wastage_bp, 2),
    })),
    overhead: writeParts(costing.overhead_bp, 2),
    margin: writeParts(costing.margin_bp, 2),
    target: writeParts(costing.target_minor, 2),
    quoted: writeParts(costing.quoted_minor, 2),
    actual: writeParts(costing.actual_minor, 2),
    rate: writeParts(rate?.millionths ?? null, 6),
    ...{ rate_currency: rate?.currency ?? '', rate_on: rate?.on ?? '', remark: costing.remark },
  }
}

/** The costing that was typed; lines that say nothing are left out. `unread` names the fields that are no numbers. */
function readForm(form: Form): { costing: Costing; places: number[]; unread: Set<string> } {
  const unread = new Set<string>()
  const parts = (field: string, text: string, digits: number) => {
    const read = readParts(text, digits)
    if (read === undefined) unread.add(field)
    return read ?? null
  }
  const needed = (field: string, text: string, digits: number) => {
    const read = parts(field, text, digits)
    if (read === null) unread.add(field)
    return read ?? 0
  }
  const places = form.lines.flatMap(({ name, quantity, unit_price }, at) =>
    [name, quantity, unit_price].some((text) => text.trim() !== '') ? [at] : [],
  )
  const lines = places.flatMap((at) => {
    const line = form.lines[at]
    if (!line) return []
    if (line.name.trim() === '') unread.add(`lines.${at}.name`)
    return {
      ...{ kind: line.kind, name: line.name.trim(), unit: line.unit.trim() },
      material_code: line.material_code.trim().toUpperCase() || null,
      quantity_milli: needed(`lines.${at}.quantity`, line.quantity, 3),
      unit_price_minor: needed(`lines.${at}.unit_price`, line.unit_price, 2),
      wastage_bp: parts(`lines.${at}.wastage`, line.wastage, 2) ?? 0,
    }
  })
  const rate = parts('rate', form.rate, 6)
  if (
    rate === 0 ||
    [rate !== null, form.rate_currency !== '', form.rate_on !== ''].some((one) => one !== (rate !== null))
  )
    unread.add('rate')
  return {
    places,
    unread,
    costing: {
      ...{ currency: form.currency, lines },
      overhead_bp: parts('overhead', form.overhead, 2) ?? 0,
      margin_bp: parts('margin', form.margin, 2) ?? 0,
      target_minor: parts('target', form.target, 2),
      quoted_minor: parts('quoted', form.quoted, 2),
      actual_minor: parts('actual', form.actual, 2),
      rate:
        rate === null || form.rate_currency === '' || form.rate_on === ''
          ? null
          : { currency: form.rate_currency, millionths: rate, on: form.rate_on },
      remark: form.remark.trim(),
    },
  }
}

interface CostingFormProps {
  sampleId: string
  /** The version that it goes on from; 0 for none. */
  last: number
  costing: Costing | null
}

/** Parts of the cost line by line, with what they come to as they are typed; saved it is the next version. */
export function CostingForm({ sampleId, last, costing: begins }: CostingFormProps) {
  const { t, money } = useLocale()
  const say = useSay()
  const typed = useTyped<Form>(`costing.${sampleId}.${last}`, formShape, formOf(begins), t('Costing'))
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const form = typed.value
  const { costing, places, unread } = readForm(form)
  const today = dayIn(indiaZone, new Date())
  const found = Object.fromEntries(
    costingFaults(costing, today).map(({ line, at, message }) => [
      line === null ? at : `lines.${places[line] ?? line}.${at}`,
      t(message),
    ]),
  )
  const faults: Readonly<Record<string, string>> = typed.isTyped ? { ...found, ...refused } : refused
  const save = useAction(
    (sent: Costing, options) =>
      api.sampleDevelopment.saveSampleCostingDataUi(
        {
          ...{ ...sent, sample_id: sampleId, last, currency: form.currency, lines: [...sent.lines] },
          rate: sent.rate && { ...sent.rate, currency: sent.rate.currency as Currency },
        },
        options,
      ),
    {
      refresh: ['sampleDevelopment'],
      looksAgain: true,
      what: t('Costing'),
      failed: (error) => {
        const told = say.fields(error)
        setRefused(
          Object.fromEntries(
            told.map(({ field, words }) => {
              const [, line = '', name = ''] = /^lines\.(\d+)\.(\w+)$/.exec(field) ?? []
              return [line === '' ? field : `lines.${places[Number(line)] ?? line}.${name}`, words]
            }),
          ),
        )
        return told.length > 0
      },
    },
  )
  const change = (part: Partial<Form>) => {
    setRefused({})
    typed.change((now) => ({ ...now, ...part }))
  }
  const changeLine = (at: number, part: Partial<Line>) =>
    change({ lines: form.lines.map((line, each) => (each === at ? { ...line, ...part } : line)) })
  const cost = costOf(costing)
  const shown = (minor: number | null) => (minor === null ? '–' : money({ minor, currency: form.currency }))
  const number = t('A number such as 0.75.')
  const isOff = unread.size > 0 || Object.keys(found).length > 0 || !typed.isTyped
  const amounts = new Map(places.map((at, line) => [at, cost.amounts[line] ?? 0]))
  const whole = (name: 'overhead' | 'margin' | 'target' | 'quoted' | 'actual', label: string) => (
    <DecimalField
      maxLength={16}
      label={label}
      value={form[name]}
      problem={unread.has(name) ? number : null}
      onChange={(text) => change({ [name]: text })}
    />
  )
  const cell = (at: number, name: Exclude<keyof Line, 'kind'>, label: string, isNarrow = false) => {
    const fault = faults[`lines.${at}.${name}`]
    const isUnread = unread.has(`lines.${at}.${name}`)
    return (
      <td>
        <input
          className={`text-field${isNarrow ? ' is-narrow end' : ''}`}
          value={form.lines[at]?.[name] ?? ''}
          aria-label={`${label} ${at + 1}`}
          aria-invalid={isUnread || fault !== undefined}
          maxLength={120}
          {...(isNarrow && { inputMode: 'decimal' as const })}
          onChange={({ target }) => {
            // The specification blocks the minus sign in number fields.
            if (isNarrow && /[-−－]/.test(target.value)) return
            changeLine(at, { [name]: target.value })
          }}
        />
        {fault === undefined ? null : (
          <span className="field-problem" role="alert">
            {fault}
          </span>
        )}
      </td>
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isOff) void save.run(costing).then((done) => done && typed.reset())
      }}
    >
      <Section title={t('Costing')}>
        <div className="costing-heads">
          <ChoiceField
            label={t('Currency')}
            value={form.currency}
            choices={currencies.map((one) => [one, one] as const)}
            onChange={(currency) => change({ currency })}
          />
          {whole('overhead', t('Overhead %'))}
          {whole('margin', t('Margin %'))}
          <span />
          {whole('target', t('Target'))}
          {whole('quoted', t('Quoted'))}
          {whole('actual', t('Actual'))}
        </div>
        <table className="plain-table costing-lines" aria-label={t('Parts of the cost')}>
          <thead>
            <tr>
              <th scope="col">{t('Cost of')}</th>
              <th scope="col">{t('Description')}</th>
              <th scope="col">{t('Material code')}</th>
              <th scope="col">{t('Consumption')}</th>
              <th scope="col">{t('Unit')}</th>
              <th scope="col">{t('Unit price')}</th>
              <th scope="col">{t('Wastage %')}</th>
              <th scope="col" className="end">
                {t('Amount')}
              </th>
              <th scope="col">
                <span className="sr-only">{t('Remove')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {form.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place while it is typed.
              <tr key={at}>
                <td>
                  <select
                    className="text-field"
                    aria-label={`${t('Cost of')} ${at + 1}`}
                    value={line.kind}
                    onChange={({ target }) => {
                      const kind = costKinds.find((one) => one === target.value)
                      if (kind) changeLine(at, { kind })
                    }}
                  >
                    {costKinds.map((kind) => (
                      <option key={kind} value={kind}>
                        {t(costKindWords[kind])}
                      </option>
                    ))}
                  </select>
                </td>
                {cell(at, 'name', t('Description'))}
                {cell(at, 'material_code', t('Material code'))}
                {cell(at, 'quantity', t('Consumption'), true)}
                {cell(at, 'unit', t('Unit'))}
                {cell(at, 'unit_price', t('Unit price'), true)}
                {cell(at, 'wastage', t('Wastage %'), true)}
                <td className="end">{amounts.has(at) ? shown(amounts.get(at) ?? 0) : '–'}</td>
                <td>
                  <Button
                    size="small"
                    variant="minimal"
                    icon={<Cross />}
                    aria-label={`${t('Remove')} ${at + 1}`}
                    onClick={() => change({ lines: form.lines.filter((_, each) => each !== at) })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {faults.lines ? (
          <p className="field-problem" role="alert">
            {faults.lines}
          </p>
        ) : null}
        <Button size="small" text={t('Add a part')} onClick={() => change({ lines: [...form.lines, emptyLine] })} />
      </Section>
      <Section title={t('What it comes to')}>
        <table className="plain-table costing-sums" aria-label={t('What it comes to')}>
          <tbody>
            {costKinds
              .filter((kind) => cost.byKind[kind] > 0)
              .map((kind) => (
                <tr key={kind}>
                  <td>{t(costKindWords[kind])}</td>
                  <td className="end">{shown(cost.byKind[kind])}</td>
                </tr>
              ))}
            <tr>
              <td>{t('Overhead')}</td>
              <td className="end">{shown(cost.overhead)}</td>
            </tr>
            <tr>
              <th scope="row">{t('Cost of a piece')}</th>
              <td className="end">
                <b>{shown(cost.cost)}</b>
              </td>
            </tr>
            <tr>
              <td>{t('Margin')}</td>
              <td className="end">{shown(cost.margin)}</td>
            </tr>
            <tr>
              <th scope="row">{t('With margin')}</th>
              <td className="end">
                <b>{shown(cost.price)}</b>
              </td>
            </tr>
            {(
              [
                ['Target', costing.target_minor],
                ['Quoted', costing.quoted_minor],
                ['Actual', costing.actual_minor],
              ] as const
            ).map(([label, minor]) =>
              minor === null ? null : (
                <tr key={label}>
                  <td>{t(label)}</td>
                  <td className="end">
                    {shown(minor)} ({minor < cost.price ? '−' : '+'}
                    {shown(Math.abs(minor - cost.price))})
                  </td>
                </tr>
              ),
            )}
            {costing.rate ? (
              <tr>
                <td>{t('In {{currency}}', { currency: costing.rate.currency })}</td>
                <td className="end">{money({ minor: cost.converted ?? 0, currency: costing.rate.currency })}</td>
              </tr>
            ) : null}
          </tbody>
        </table>
        <p className="muted">{t('Each line, the overhead and the margin are rounded half up to the smallest coin.')}</p>
        <div className="costing-heads">
          <DecimalField
            maxLength={16}
            label={t('Exchange rate')}
            value={form.rate}
            problem={unread.has('rate') ? t('A rate needs its currency and its day.') : null}
            onChange={(rate) => change({ rate })}
          />
          <ChoiceField
            label={t('Rate to')}
            value={form.rate_currency}
            problem={faults.rate_currency ?? null}
            choices={[['', t('Not chosen')] as const, ...currencies.map((one) => [one, one] as const)]}
            onChange={(rate_currency) => change({ rate_currency })}
          />
          <DayField
            label={t('Rate of')}
            value={form.rate_on}
            problem={faults.rate_on ?? null}
            onChange={(rate_on) => change({ rate_on })}
          />
        </div>
        <RemarkField label={t('Remark')} value={form.remark} problem={null} onChange={(remark) => change({ remark })} />
        <Button
          type="submit"
          intent="primary"
          text={t('Save as version {{n}}', { n: last + 1 })}
          disabled={isOff}
          loading={save.isRunning}
        />
      </Section>
    </form>
  )
}
