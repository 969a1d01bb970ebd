import { z } from 'zod'
import type { CatalogueRow } from '../../../shared/areas/catalogue/calls.ts'
import { chainCurrency } from '../../../shared/areas/catalogue/rights.ts'
import { api } from '../../api/client.ts'
import {
  decimalField,
  describedForm,
  FormFields,
  optionalText,
  remarkField,
  textField,
  wantedText,
} from '../../forms/described.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { minorOf } from '../../kit/amounts.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { readQuantity } from '../../kit/quantities.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'

const isPrice = (text: string) => text.trim() === '' || minorOf(text) !== null
const isPieces = (text: string) => readQuantity(text) !== undefined

const edited = describedForm({
  name: textField(key('Style name'), 120, { reads: wantedText(key('Please name the style.')) }),
  name_zh: textField(key('Chinese name'), 120, { reads: wantedText(key('Please name the style.')) }),
  price: decimalField(key('Price'), 12, { reads: z.string().refine(isPrice, key('Please enter a price above 0.')) }),
  size_set: textField(key('Size set'), 40, { reads: optionalText() }),
  hs_code: textField(key('HS code'), 10, {
    reads: z
      .string()
      .trim()
      .regex(/^(\d{6,10})?$/, key('An HS code has 6 to 10 digits.'))
      .transform((text) => text || null),
  }),
  pieces_per_month: textField(key('Pieces a month'), 9, {
    reads: z.string().refine(isPieces, key('Only whole numbers of pieces, without a minus sign.')),
  }),
  buyer_remarks: remarkField(key('Buyer remarks'), { reads: optionalText() }),
})

type Values = typeof edited.empty

const typedOf = (style: CatalogueRow): Values => ({
  ...{ name: style.name, name_zh: style.name_zh, size_set: style.size_set ?? '', hs_code: style.hs_code ?? '' },
  price: style.price ? (style.price.minor / 100).toFixed(2) : '',
  pieces_per_month: style.pieces_per_month === null ? '' : String(style.pieces_per_month),
  buyer_remarks: style.buyer_remarks ?? '',
})

/** What is known of a style beside its attributes. Only what was changed is sent, with the version that was read. */
export function EditDialog({ style, ...turn }: DialogTurn & { style: CatalogueRow }) {
  const { t } = useLocale()
  const seesPrices = useRight('seePrices')
  const was = typedOf(style)
  const currency = chainCurrency[style.supply_chain]
  const form = useSentForm(edited.schema, was, {
    draft: `catalogue.${style.catalogue_id}`,
    ...{ what: t('About it'), refresh: ['catalogue'], looksAgain: true, after: turn.onClose },
    send: ({ price, pieces_per_month, ...texts }, options) => {
      const minor = minorOf(price)
      const read = {
        ...texts,
        price: minor === null ? null : { minor, currency },
        pieces_per_month: readQuantity(pieces_per_month) ?? null,
      }
      const before = edited.schema.parse(was)
      const isSame = (name: keyof Values) => before[name] === { ...texts, price, pieces_per_month }[name]
      const set = Object.fromEntries(Object.entries(read).filter(([name]) => !isSame(name as keyof Values)))
      return api.catalogue.updateVendorCatalogue(
        { catalogue_ids: [style.catalogue_id], version: style.version, set },
        options,
      )
    },
  })
  return (
    <Modal {...turn} title={t('Change {{catalogue_id}}', { catalogue_id: style.catalogue_id })} width={560} isTyped>
      <form noValidate onSubmit={form.send}>
        <DialogParts
          onCancel={turn.onClose}
          step={{
            text: t('Save'),
            isRunning: form.isSending,
            isOff: JSON.stringify(form.values) === JSON.stringify(was),
          }}
        >
          <div className="form-grid">
            <FormFields
              of={edited}
              form={form}
              looks={{ price: { isHidden: !seesPrices, label: t('Price ({{currency}})', { currency }) } }}
            />
          </div>
        </DialogParts>
      </form>
    </Modal>
  )
}
