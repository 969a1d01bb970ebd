import { Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { currencies } from '../../../shared/areas/data/kinds.ts'
import {
  type Costing,
  costingFaults,
  costKinds,
  costKindWords,
  costOf,
} from '../../../shared/areas/sample-development/cost.ts'
import {
  type Fill,
  type MappedField,
  type MappedSku,
  mappingWords,
} from '../../../shared/areas/sample-development/from-mapping.ts'
import { mergedCosting } from '../../../shared/areas/sample-development/merge-costing.ts'
import { dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, DayField, DecimalField, RemarkField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { Section } from '../../kit/Drawer.tsx'
import { useDialog } from '../../kit/dialogs.tsx'
import { Callout } from '../../kit/states.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { useLocale } from '../../table/words.ts'
import { MappingFill, useMappingNotes } from './MappingFill.tsx'
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
  source: z.object({ nm_sku: z.string(), placement: z.string() }).optional(),
})
type Line = z.output<typeof lineShape>

/** A costing as it is typed: numbers are texts until all of them can be read. */
const formShape = z.object({
  /** The version that it was typed over. */
  base: z.int(),
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

type TextOf = Exclude<keyof Line, 'kind' | 'source'>
const lineDigits: Partial<Record<TextOf, number>> = { quantity: 3, unit_price: 2, wastage: 2 }
const mappedFieldOf: Partial<Record<TextOf, MappedField>> = {
  quantity: 'quantity_milli',
  unit_price: 'unit_price_minor',
  wastage: 'wastage_bp',
}

const emptyLine: Line = {
  ...{ kind: 'material', name: '', material_code: '', unit: '', quantity: '', unit_price: '', wastage: '' },
}

/** Work on a piece is taken once. */
const usualOf = (kind: Line['kind'], { quantity, unit }: Line): Partial<Line> =>
  kind === 'material' || kind === 'trim' || quantity.trim() !== ''
    ? {}
    : { quantity: '1', unit: unit.trim() === '' ? 'pc' : unit }

/** Another material is not the one that mapping filled in. */
function changedLine({ source, ...line }: Line, part: Partial<Line>): Line {
  return { ...line, ...(source && part.material_code === undefined && { source }), ...part }
}

function formOf(costing: Costing | null, base: number): Form {
  if (costing === null)
    return {
      ...{ base, currency: 'INR', lines: [emptyLine], overhead: '', margin: '', target: '', quoted: '', actual: '' },
      ...{ rate: '', rate_currency: '', rate_on: '', remark: '' },
    }
  const { rate } = costing
  return {
    base,
    currency: costing.currency as Currency,
    lines: costing.lines.map((line) => ({
      ...{ kind: line.kind, name: line.name, material_code: line.material_code ?? '', unit: line.unit },
      quantity: writeParts(line.quantity_milli, 3),
      unit_price: writeParts(line.unit_price_minor, 2),
      wastage: line.wastage_bp === 0 ? '' : writeParts(line.wastage_bp, 2),
      ...(line.source && { source: line.source }),
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
      ...(line.source && { source: line.source }),
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

/** Where a costing is kept while it is typed. */
export const costingDraft = (sampleId: string): string => `costing-of.${sampleId}`

const emptyCosting = (currency: string): Costing => ({
  ...{ currency, lines: [], overhead_bp: 0, margin_bp: 0, target_minor: null, quoted_minor: null, actual_minor: null },
  ...{ rate: null, remark: '' },
})

/** The lines with what mapping fills in: over those that have the material, and behind them. `places` of `fills` are those of the costing. */
function filled(lines: readonly Line[], fills: readonly Fill[], nm_sku: string): Line[] {
  const amounts = ({ values: { quantity_milli, unit_price_minor, wastage_bp }, mapped }: Fill, was?: Line) => ({
    material_code: mapped.material_id,
    unit: was?.unit.trim() || mapped.unit,
    quantity: writeParts(quantity_milli, 3),
    unit_price: unit_price_minor === null ? (was?.unit_price ?? '') : writeParts(unit_price_minor, 2),
    wastage: wastage_bp === 0 ? '' : writeParts(wastage_bp, 2),
    source: { nm_sku, placement: mapped.placement },
  })
  const over = new Map(fills.map((fill) => [fill.at, fill]))
  return [
    ...lines.map((line, at) => {
      const fill = over.get(at)
      return fill ? { ...line, ...amounts(fill, line) } : line
    }),
    ...fills
      .filter(({ at }) => at === null)
      .map((fill) => ({ kind: fill.mapped.kind, name: fill.name, ...amounts(fill) })),
  ]
}

/** A version of the costing, as the form goes on from it. */
export interface VersionTyped {
  number: number
  made_by: string
  costing: Costing
}

interface CostingFormProps {
  sampleId: string
  /** Newest first. */
  versions: readonly VersionTyped[]
  /** What product mapping says that SKUs of its style take. */
  skus: readonly MappedSku[]
  isLive: boolean
  /** An old version that is gone on from, as if it had been typed; told once it stands there. */
  takenUp: Costing | null
  onTakenUp: () => void
}

/** Parts of the cost line by line, with what they come to as they are typed; saved it is the next version. */
export function CostingForm({ sampleId, versions, skus, isLive, takenUp, onTakenUp }: CostingFormProps) {
  const { t, money } = useLocale()
  const say = useSay()
  const [newest] = versions
  const last = newest?.number ?? 0
  const typed = useTyped<Form>(costingDraft(sampleId), formShape, formOf(newest?.costing ?? null, last), t('Costing'))
  const { change: type } = typed
  useEffect(() => {
    if (takenUp === null) return
    type(formOf(takenUp, last))
    onTakenUp()
  }, [takenUp, last, type, onTakenUp])
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
    change({ lines: form.lines.map((line, each) => (each === at ? changedLine(line, part) : line)) })
  const notes = useMappingNotes(skus, form.currency)
  const mapping = useDialog(MappingFill, {
    ...{ skus, lines: costing.lines, currency: form.currency },
    onFill: (fills: readonly Fill[], nm_sku: string) =>
      change({
        lines: filled(
          places.flatMap((at) => form.lines[at] ?? []),
          fills,
          nm_sku,
        ),
      }),
  })
  const takeOff = (at: number) => {
    const gone = form.lines[at]
    const rest = form.lines.filter((_, each) => each !== at)
    change({ lines: rest.length > 0 ? rest : [emptyLine] })
    if (!gone || gone.name.trim() === '') return
    const undo = () => typed.change((now) => ({ ...now, lines: now.lines.toSpliced(at, 0, gone) }))
    showToast({
      tone: 'info',
      text: t('{{part}} taken off.', { part: gone.name }),
      actions: [{ label: t('Undo'), run: undo }],
    })
  }
  const cost = costOf(costing)
  const shown = (minor: number | null) => (minor === null ? '–' : money({ minor, currency: form.currency }))
  const number = t('A number such as 0.75.')
  const isBehind = form.base !== last
  const isOff = unread.size > 0 || Object.keys(found).length > 0 || !typed.isTyped || isBehind
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
  const unreadWords = (name: TextOf, text: string) => {
    if (text.trim() === '') return t('Please fill this in.')
    const digits = lineDigits[name] ?? 0
    return readParts(text, 9) === undefined ? number : t('At most {{n}} decimals.', { n: digits })
  }
  const noted = new Map(places.map((at, line) => [at, costing.lines[line]]))
  const noteOf = (at: number, name: TextOf) => {
    const line = noted.get(at)
    if (!line) return null
    const field = mappedFieldOf[name]
    return name === 'name' ? notes(line).source : field ? notes(line).of(field) : null
  }
  const cell = (at: number, name: TextOf, label: string, isNarrow = false) => {
    const fault = faults[`lines.${at}.${name}`]
    const note = noteOf(at, name)
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
        {note === null ? null : <div className="mapping-note">{note}</div>}
        {fault === undefined && !isUnread ? null : (
          <span className="field-problem" role="alert">
            {fault ?? unreadWords(name, form.lines[at]?.[name] ?? '')}
          </span>
        )}
      </td>
    )
  }
  const goOn = () => {
    const base = versions.find((version) => version.number === form.base)?.costing ?? emptyCosting(form.currency)
    if (newest) typed.change(formOf(mergedCosting(base, costing, newest.costing), last))
  }
  return (
    <>
      {mapping.dialog}
      {isBehind && newest ? (
        <Callout tone="warn">
          {t('Version {{n}} was saved by {{name}} while you were typing. What you typed is still here.', {
            n: last,
            name: newest.made_by,
          })}
          <div className="costing-adds">
            <Button
              size="small"
              intent="primary"
              text={t('Go on from version {{n}} with what I typed', { n: last })}
              disabled={unread.size > 0}
              onClick={goOn}
            />
            <Button size="small" text={t('Throw away what I typed')} onClick={() => typed.reset()} />
            {unread.size > 0 ? <span className="field-problem">{t('Some numbers cannot be read yet.')}</span> : null}
          </div>
        </Callout>
      ) : null}
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
                        if (kind) changeLine(at, { kind, ...usualOf(kind, line) })
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
                      onClick={() => takeOff(at)}
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
          <div className="costing-adds">
            <Button size="small" text={t('Add a part')} onClick={() => change({ lines: [...form.lines, emptyLine] })} />
            <Button
              size="small"
              text={t('Fill in from the mapping…')}
              disabled={skus.length === 0}
              onClick={() => mapping.open()}
            />
            {skus.length === 0 ? (
              <span className="muted">{t(isLive ? mappingWords.noneMapped : mappingWords.notLive)}</span>
            ) : null}
          </div>
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
          <p className="muted">
            {t('Each line, the overhead and the margin are rounded half up to the smallest coin.')}
          </p>
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
          <RemarkField
            label={t('Remark')}
            value={form.remark}
            problem={null}
            onChange={(remark) => change({ remark })}
          />
          <Button
            type="submit"
            intent="primary"
            text={t('Save as version {{n}}', { n: last + 1 })}
            disabled={isOff}
            loading={save.isRunning}
          />
        </Section>
      </form>
    </>
  )
}
