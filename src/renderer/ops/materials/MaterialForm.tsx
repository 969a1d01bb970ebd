import './materials.css'
import { Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { z } from 'zod'
import type { MaterialRow } from '../../../shared/areas/materials/calls.ts'
import {
  type MaterialKind,
  materialProperties,
  materialUnits,
  materialUnitWords,
  type PropertyValues,
  propertyFaults,
} from '../../../shared/areas/materials/material.ts'
import { rollFaults } from '../../../shared/areas/materials/roll.ts'
import { useSay } from '../../actions/say.ts'
import type { ApiError } from '../../api/api-error.ts'
import { wantedText } from '../../forms/described.tsx'
import { ChoiceField, DayField, DecimalField, TextField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { useWorkPhotos } from '../../photos/use-photo-uploads.ts'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { manyWords, saveCalls } from './material-kinds.ts'
import { MaterialPhotos } from './parts.tsx'
import { readDecimal } from './sheet-cells.ts'

interface MaterialFormProps extends DialogTurn {
  kind: MaterialKind
  /** Null: a new one. */
  material: MaterialRow | null
  onSaved: (id: string) => void
}

const currencies = ['CNY', 'INR', 'USD'] as const
const wrong = key('Please check this number.')

const decimal = z
  .string()
  .transform(readDecimal)
  .refine((value) => value !== undefined, { error: wrong })
  .transform((value) => value ?? null)

const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-6

const arrival = z.object({
  day: wantedText(key('Please choose a day.')),
  quantity: z
    .string()
    .transform(readDecimal)
    .pipe(z.number({ error: wrong }).gt(0, { error: wrong })),
})

const schemaOf = (kind: MaterialKind) =>
  z.object({
    name: wantedText(key('Please fill in.')),
    name_zh: z.string().trim(),
    color: z.string().trim(),
    unit: z.enum(materialUnits),
    properties: z.record(z.string(), z.string()).superRefine((typed, context) => {
      for (const { property } of propertyFaults(kind, read(kind, typed)))
        context.addIssue({ code: 'custom', path: [property], message: key('Please check this field.') })
    }),
    price: decimal.refine((value) => value === null || isWhole(value * 100), { error: rollFaults.digits }),
    currency: z.string(),
    reorder_point: decimal,
    image_ids: z.array(z.string()),
    expected: z.array(arrival),
  })

/** Texts as the contract takes them: numbers where the property is one, what is empty left out. A number that is none stays text, and is refused. */
function read(kind: MaterialKind, typed: Readonly<Record<string, string>>): PropertyValues {
  return Object.fromEntries(
    Object.entries(materialProperties[kind]).flatMap(([id, property]) => {
      const text = (typed[id] ?? '').trim()
      if (text === '') return []
      return [[id, property.kind === 'number' ? (readDecimal(text) ?? text) : text]]
    }),
  )
}

const said = (value: number | null) => (value === null ? '' : String(value))

function begins(kind: MaterialKind, material: MaterialRow | null): z.input<ReturnType<typeof schemaOf>> {
  const { properties = {}, price = null, expected = [], image_id = null } = material ?? {}
  return {
    name: material?.name ?? '',
    name_zh: material?.name_zh ?? '',
    color: material?.color ?? '',
    unit: material?.unit ?? (kind === 'product_accessories' ? 'piece' : 'metre'),
    properties: Object.fromEntries(
      Object.keys(materialProperties[kind]).map((id) => [id, String(properties[id] ?? '')]),
    ),
    price: price === null ? '' : (price.minor / 100).toFixed(2),
    currency: price?.currency ?? 'CNY',
    reorder_point: said(material?.reorder_point ?? null),
    image_ids: image_id === null ? [] : [image_id],
    expected: expected.map(({ day, quantity }) => ({ day, quantity: said(quantity) })),
  }
}

/** Makes or changes a master. */
export function MaterialForm({ kind, material, onSaved, ...turn }: MaterialFormProps) {
  const { t } = useLocale()
  const say = useSay()
  const seesPrices = useRight('seePrices')
  const work = `material.${kind}.${material?.material_id ?? 'new'}`
  const form = useSentForm(schemaOf(kind), begins(kind, material), {
    draft: work,
    what: material?.material_id ?? t('New material'),
    send: ({ price, currency, image_ids, properties, color, ...typed }, options) =>
      saveCalls[kind](
        {
          ...typed,
          properties: read(kind, properties),
          color: color || null,
          image_id: image_ids[0] ?? null,
          ...(seesPrices && { price: price === null ? null : { minor: Math.round(price * 100), currency } }),
          ...(material && { material_id: material.material_id, version: material.version }),
        },
        options,
      ),
    refresh: ['materials'],
    looksAgain: true,
    after: ({ data }) => {
      photos.drop()
      turn.onClose()
      onSaved(data.material.material_id)
    },
  })
  const photos = useWorkPhotos(work, form.isTyped, 'photos')
  const { properties, expected } = form.values
  const faults = propertyFaults(kind, read(kind, properties))
  /** The words of the rule; of the server where only it refuses. */
  const faultOf = (id: string) => {
    const wrongHere = form.problem(`properties.${id}`)
    if (wrongHere === null) return null
    const fault = faults.find(({ property }) => property === id)
    return fault ? say.message(fault.message, fault.values) : (wordsAt(form.error, `properties.${id}`) ?? wrongHere)
  }
  const wordsAt = (error: ApiError | null, path: string) =>
    error === null ? null : (say.fields(error).find(({ field }) => field === path)?.words ?? null)
  const setArrival = (at: number, part: Partial<(typeof expected)[number]>) =>
    form.change({ expected: expected.map((one, other) => (other === at ? { ...one, ...part } : one)) })
  return (
    <Modal
      {...turn}
      title={material ? material.material_id : `${t('New material')} · ${t(manyWords[kind])}`}
      width={680}
      isTyped={form.isTyped}
    >
      <form noValidate onSubmit={form.send}>
        <DialogParts
          onCancel={turn.onClose}
          step={{
            text: t('Save'),
            isRunning: form.isSending,
            isOff: !form.isTyped || photos.state !== null,
          }}
        >
          <div className="form-grid">
            <TextField {...form.field('name')} label={t('Material name')} maxLength={120} autoFocus />
            <TextField {...form.field('name_zh')} label={t('Chinese name')} maxLength={120} lang="zh" />
            <TextField {...form.field('color')} label={t('Colour')} maxLength={60} />
            <ChoiceField
              {...form.field('unit')}
              label={t('Unit')}
              choices={materialUnits.map((unit) => [unit, t(materialUnitWords[unit])] as const)}
            />
            {Object.entries(materialProperties[kind]).map(([id, property]) => {
              const field = {
                label: t(property.label),
                problem: faultOf(id),
                value: properties[id] ?? '',
                onChange: (text: string) => form.change({ properties: { ...properties, [id]: text } }),
              }
              if ('choices' in property)
                return (
                  <ChoiceField
                    key={id}
                    {...field}
                    choices={[['', '–'], ...property.choices.map((one: string) => [one, t(one)] as const)]}
                  />
                )
              const Field = property.kind === 'number' ? DecimalField : TextField
              return <Field key={id} {...field} maxLength={200} />
            })}
            {seesPrices ? (
              <>
                <DecimalField {...form.field('price')} label={t('Price a unit')} maxLength={12} />
                <ChoiceField
                  {...form.field('currency')}
                  label={t('Currency')}
                  choices={currencies.map((one) => [one, one] as const)}
                />
              </>
            ) : null}
            <DecimalField
              {...form.field('reorder_point')}
              label={t('Reorder point')}
              hint={t('Left empty, nobody is told when it runs short.')}
              maxLength={12}
            />
          </div>
          <h3 className="material-part">{t('Swatch or photo')}</h3>
          <MaterialPhotos
            work={work}
            label={t('Swatch or photo')}
            ids={form.values.image_ids}
            max={1}
            onIds={(ids) => form.change({ image_ids: ids })}
          />
          <h3 className="material-part">{t('On its way')}</h3>
          {expected.map(({ day, quantity }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own
            <div key={at} className="material-arrival">
              <DayField
                label={t('Day')}
                value={day}
                problem={form.problem(`expected.${at}.day`)}
                onChange={(next) => setArrival(at, { day: next })}
              />
              <DecimalField
                label={t('Quantity')}
                value={quantity}
                maxLength={12}
                problem={form.problem(`expected.${at}.quantity`)}
                onChange={(next) => setArrival(at, { quantity: next })}
              />
              <Button
                variant="minimal"
                icon={<Cross />}
                aria-label={t('Remove')}
                onClick={() => form.change({ expected: expected.filter((_, other) => other !== at) })}
              />
            </div>
          ))}
          <Button
            size="small"
            text={t('Add an arrival')}
            disabled={expected.length >= 20}
            onClick={() => form.change({ expected: [...expected, { day: '', quantity: '' }] })}
          />
        </DialogParts>
      </form>
    </Modal>
  )
}
