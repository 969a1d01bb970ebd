import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { Callout } from '../../kit/Callout.tsx'
import { Facts } from '../../kit/Drawer.tsx'
import { useWords } from '../../table/words.ts'
import { type InvoiceGroup, type InvoicePlan, sumsOf } from './invoice-plan.ts'

/** Suppliers or boxes that are named; of the others is said how many they are. */
const mostNamed = 6

/** What goes on the invoice, in sums. */
export function InvoiceSums({ group }: { group: InvoiceGroup }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useWords().name
  const sums = sumsOf(group.boxes)
  const [first] = group.boxes
  const suppliers = [...new Set(group.boxes.map((box) => named(box.supplier_name, box.supplier_name_zh)))]
  const more = suppliers.length - mostNamed
  return (
    <Facts
      facts={[
        [t('Boxes'), formats.number(sums.boxes)],
        [t('Pieces'), formats.number(sums.pieces)],
        [t('Invoice value'), sums.value ? formats.money(sums.value) : null],
        [t('Site'), first ? named(first.site_name, first.site_name_zh) : null],
        [t('Suppliers'), suppliers.slice(0, mostNamed).join(', ') + (more > 0 ? ` +${formats.number(more)}` : '')],
      ]}
    />
  )
}

/** Chosen boxes that do not go along, by name: another currency or site needs an invoice of its own. */
export function PlanNotes({ plan, beyond }: { plan: InvoicePlan; beyond: number }) {
  const { t, number, plural } = useWords()
  if (plan.others.length === 0 && plan.gone === 0 && beyond === 0) return null
  return (
    <Callout tone="warn">
      {plan.others.map((group) => (
        <p key={group.key}>
          {whyOf(group, plan, t)} {namesOf(group, number)}
        </p>
      ))}
      {beyond > 0 ? (
        <p>
          {plural(
            beyond,
            'That is as many as one invoice takes: 1 more box needs another.',
            'That is as many as one invoice takes: {{n}} more boxes need another.',
          )}
        </p>
      ) : null}
      {plan.gone > 0 ? (
        <p>{plural(plan.gone, '1 box is no longer ready.', '{{n}} boxes are no longer ready.')}</p>
      ) : null}
    </Callout>
  )
}

function whyOf(group: InvoiceGroup, { fits }: InvoicePlan, t: TFunction): string {
  if (group.currency === null) return t('Several currencies in one box, on no invoice:')
  if (group.currency !== fits?.currency)
    return t('One invoice has one currency. Left out, in {{currency}}:', { currency: group.currency })
  return t('One invoice is issued at one site. Left out, at {{site}}:', { site: group.site })
}

function namesOf({ boxes }: InvoiceGroup, number: (n: number) => string): string {
  const named = boxes.slice(0, mostNamed).map((box) => `${box.shipment_id} / ${box.box_no}`)
  return named.join(', ') + (boxes.length > mostNamed ? ` +${number(boxes.length - mostNamed)}` : '')
}
