import { Checkbox } from '@blueprintjs/core'
import { useState } from 'react'
import type { CostLine } from '../../../shared/areas/sample-development/cost.ts'
import { costKindWords, sourceText } from '../../../shared/areas/sample-development/cost.ts'
import {
  type Fill,
  fillsOf,
  type MappedField,
  type MappedSku,
  mappingDrift,
  mappingWords,
} from '../../../shared/areas/sample-development/from-mapping.ts'
import { ChoiceField } from '../../forms/fields.tsx'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { useLocale } from '../../table/words.ts'
import { writeParts } from './typed-numbers.ts'

const digits = { quantity_milli: 3, wastage_bp: 2, unit_price_minor: 2 } as const satisfies Record<MappedField, number>

interface MappingFillProps extends DialogTurn {
  skus: readonly MappedSku[]
  lines: readonly CostLine[]
  currency: string
  onFill: (fills: readonly Fill[], nm_sku: string) => void
}

/** What product mapping would put into a costing, beside what stands there: each line is taken only where somebody ticks it. */
export function MappingFill({ skus, lines, currency, onFill, ...turn }: MappingFillProps) {
  const { t } = useLocale()
  const [chosenSku, chooseSku] = useState(skus[0]?.nm_sku ?? '')
  const [ticked, setTicked] = useState<Readonly<Record<string, boolean>>>({})
  const sku = skus.find(({ nm_sku }) => nm_sku === chosenSku) ?? skus[0]
  const nm_sku = sku?.nm_sku ?? ''
  const fills = fillsOf(lines, sku?.materials ?? [], currency).map((fill, at) => {
    const key = `${nm_sku} ${at}`
    // What somebody typed otherwise stays, until it is said that it shall not.
    return { fill, key, isTaken: ticked[key] ?? fill.differs.length === 0 }
  })
  const taken = fills.filter(({ isTaken }) => isTaken).map(({ fill }) => fill)
  return (
    <Modal {...turn} title={t('Materials from the mapping')} width={820}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onFill(taken, nm_sku)
          turn.onClose()
        }}
      >
        <DialogParts
          onCancel={turn.onClose}
          step={{ text: t('Fill in {{n}}', { n: taken.length }), isOff: taken.length === 0, isRunning: false }}
        >
          <ChoiceField
            label={t('SKU')}
            value={nm_sku}
            choices={skus.map((one) => [one.nm_sku, `${one.nm_sku} · ${one.color} · ${one.size}`] as const)}
            onChange={chooseSku}
          />
          <table className="plain-table mapping-fill" aria-label={t('Materials from the mapping')}>
            <thead>
              <tr>
                <th scope="col">{t('Fill in')}</th>
                <th scope="col">{t('Cost of')}</th>
                <th scope="col" className="end">
                  {t('Consumption')}
                </th>
                <th scope="col" className="end">
                  {t('Wastage %')}
                </th>
                <th scope="col" className="end">
                  {t('Unit price')}
                </th>
                <th scope="col">{t('What stands there')}</th>
              </tr>
            </thead>
            <tbody>
              {fills.map(({ fill, key, isTaken }) => (
                <FillRow
                  key={key}
                  fill={fill}
                  line={fill.at === null ? undefined : lines[fill.at]}
                  currency={currency}
                  isTaken={isTaken}
                  onTake={(isOn) => setTicked((now) => ({ ...now, [key]: isOn }))}
                />
              ))}
            </tbody>
          </table>
        </DialogParts>
      </form>
    </Modal>
  )
}

interface FillRowProps {
  fill: Fill
  line: CostLine | undefined
  currency: string
  isTaken: boolean
  onTake: (isTaken: boolean) => void
}

function FillRow({ fill, line, currency, isTaken, onTake }: FillRowProps) {
  const { t } = useLocale()
  const { mapped, name, values, differs } = fill
  const cell = (field: MappedField) => (
    <td className="end">
      {line && differs.includes(field) ? <s className="costing-old">{writeParts(line[field], digits[field])}</s> : null}{' '}
      {values[field] === null ? '–' : writeParts(values[field], digits[field])}
    </td>
  )
  return (
    <tr>
      <td>
        <Checkbox
          className="mapping-tick"
          checked={isTaken}
          aria-label={name}
          onChange={({ currentTarget }) => onTake(currentTarget.checked)}
        />
      </td>
      <td>
        {t(costKindWords[mapped.kind])} · {name}
        <div className="muted">{[mapped.material_id, mapped.placement].filter((one) => one !== '').join(' · ')}</div>
      </td>
      {cell('quantity_milli')}
      {cell('wastage_bp')}
      {cell('unit_price_minor')}
      <td>
        {line === undefined
          ? t('Not there yet')
          : differs.length === 0
            ? t('The same')
            : t('Something else: it is replaced where you tick it')}
        <PriceNote mapped={mapped} currency={currency} isNew={line === undefined} />
      </td>
    </tr>
  )
}

function PriceNote(props: { mapped: Fill['mapped']; currency: string; isNew: boolean }) {
  const { t, money } = useLocale()
  const { unit_price } = props.mapped
  const { currency, isNew } = props
  if (unit_price?.currency === currency) return null
  return (
    <div className={isNew ? 'field-problem' : 'muted'}>
      {unit_price === null
        ? t(mappingWords.noPrice)
        : t(mappingWords.otherCurrency, { price: money(unit_price), currency })}
    </div>
  )
}

interface MappingNotes {
  /** Below the name: where the line came from. */
  source: string | null
  isGone: boolean
  /** Below an amount that mapping says otherwise now. */
  of: (field: MappedField) => string | null
}

/** What a line of a costing says of the mapping that it came from. */
export function useMappingNotes(skus: readonly MappedSku[], currency: string): (line: CostLine) => MappingNotes {
  const { t } = useLocale()
  return (line) => {
    const from = sourceText(line)
    const drift = mappingDrift(line, skus, currency)
    const isGone = drift?.isGone ?? false
    return {
      isGone,
      source: from === null ? null : t(isGone ? mappingWords.gone : mappingWords.from, { source: from }),
      of(field) {
        const value = drift?.values[field]
        return value === null || value === undefined
          ? null
          : t(mappingWords.says, { value: writeParts(value, digits[field]) })
      },
    }
  }
}
