import { z } from 'zod'
import type { InventoryRow } from '../../../shared/areas/vendor-inventory/shapes.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, DecimalField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { useLocale } from '../../table/words.ts'
import { pricesNow } from './inventory-grid.ts'

const every = ''

const typed = z.object({
  color: z.string(),
  price: z
    .string()
    .trim()
    .regex(/^\d{1,6}(\.\d{1,2})?$/, key('An amount such as 12.50.'))
    .transform((text) => Math.round(Number(text) * 100))
    .pipe(
      z.int().min(1, key('A price is more than zero.')).max(10_000_000, key('This price is dearer than any garment.')),
    ),
})

/** What a vendor asks for a piece: of one colour or of all of them, in every size. */
export function PriceDialog({ row, ...turn }: DialogTurn & { row: InventoryRow }) {
  const { t, name, money, labelled, listed } = useLocale()
  const colors = [...new Map(row.skus.map((sku) => [sku.color, sku])).values()]
  const chosen = (color: string) => row.skus.filter((sku) => color === every || sku.color === color)
  const form = useSentForm(
    typed,
    { color: every, price: '' },
    {
      draft: `inventory-price.${row.style_id}`,
      what: t('Price'),
      send: ({ color, price }, options) =>
        api.vendorInventory.updateInventoryDetails(
          {
            items: chosen(color).map(({ nm_sku, version }) => ({
              nm_sku,
              version,
              price: { minor: price, currency: 'CNY' },
            })),
          },
          options,
        ),
      refresh: ['vendorInventory'],
      looksAgain: true,
      after: turn.onClose,
    },
  )
  const { least, most, lacksSome } = pricesNow(chosen(form.values.color))
  const now = least && most ? [...new Set([money(least), money(most)])].join(' – ') : null
  return (
    <Modal {...turn} title={t('Price of {{style_id}}', { style_id: row.style_id })} width={420} isTyped>
      <form noValidate onSubmit={form.send}>
        <DialogParts onCancel={turn.onClose} step={{ text: t('Save'), isRunning: form.isSending }}>
          <ChoiceField
            {...form.field('color')}
            label={t('Colour')}
            choices={[
              [every, t('All colours')],
              ...colors.map(({ color, color_zh }): [string, string] => [color, name(color, color_zh)]),
            ]}
          />
          <DecimalField
            {...form.field('price')}
            label={t('Price (CNY)')}
            hint={
              now === null
                ? t('No price yet')
                : labelled(t('Price now'), lacksSome ? listed([now, t('some SKUs have none')]) : now)
            }
            maxLength={9}
          />
        </DialogParts>
      </form>
    </Modal>
  )
}
