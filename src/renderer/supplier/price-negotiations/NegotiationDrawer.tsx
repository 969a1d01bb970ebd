import './price-negotiations.css'
import { Button } from '@blueprintjs/core'
import { z } from 'zod'
import { overLastPaid } from '../../../shared/areas/price-negotiations/lists.ts'
import { moveWords } from '../../../shared/areas/price-negotiations/rules.ts'
import type { NegotiationRow } from '../../../shared/areas/price-negotiations/shapes.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useIsStaff } from '../../api/use-suppliers.ts'
import { ChoiceField, DecimalField, TextField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { FactList, FieldTable } from '../../kit/field-views.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout, Instant, Money } from '../../kit/states.tsx'
import { LoadedDrawer } from '../../kit/TabbedDrawer.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { NegotiationAnswer } from './NegotiationAnswer.tsx'
import { amountOf, typedPrice, yuan } from './PriceFields.tsx'
import { Proofs } from './Proofs.tsx'

type Found = CallData<'priceNegotiations.priceNegotiation'>

const wide = 720

/** One negotiation on one page: what was said, what may be said now, and the orders that its price is for. */
export function NegotiationDrawer({ number, onClose }: { number: string; onClose: () => void }) {
  const { t } = useLocale()
  const answer = useAnswer('priceNegotiations.priceNegotiation', { negotiation: number })
  return (
    <LoadedDrawer
      answer={answer}
      title={number}
      width={wide}
      onClose={onClose}
      missing={t('This negotiation is not there')}
    >
      {(found) => <Negotiation key={found.row.version} found={found} onClose={onClose} />}
    </LoadedDrawer>
  )
}

function Negotiation({ found, onClose }: { found: Found; onClose: () => void }) {
  const { t, name } = useLocale()
  const isStaff = useIsStaff()
  const { row, offers, orders, similar, proofs } = found
  return (
    <Drawer
      isOpen
      of={row}
      title={row.negotiation}
      beside={
        <>
          <StatusTag status={row.status} />
          <span className="muted">{name(row.style_name, row.style_name_zh)}</span>
        </>
      }
      width={wide}
      onClose={onClose}
    >
      <Section>
        <FactList fields={isStaff ? [...facts, ...ourFacts] : facts} row={row} />
      </Section>
      <Section title={t('What was said')}>
        <ol className="price-rounds">
          {offers.map((one) => (
            <li key={one.offer_id} className="price-round" data-own={(one.side === 'house') === isStaff || undefined}>
              <span className="muted">
                {(one.side === 'house') === isStaff
                  ? t('Us')
                  : isStaff
                    ? name(row.supplier_name, row.supplier_name_zh)
                    : t('The company')}{' '}
                · {one.by} · <Instant at={one.at} />
              </span>
              <span>
                {t(moveWords[one.move])}{' '}
                {one.price ? (
                  <strong>
                    <Money value={one.price} />
                  </strong>
                ) : null}
              </span>
              {one.reason ? <span>{one.reason}</span> : null}
            </li>
          ))}
        </ol>
      </Section>
      {row.may.length > 0 ? (
        <Section title={t('Your answer to this price')}>
          <NegotiationAnswer row={row} orders={orders} jumpPercent={found.jump_percent} />
        </Section>
      ) : null}
      <Section
        title={row.state === 'AGREED' ? t('Orders that have this price') : t('Orders that take the agreed price')}
      >
        {orders.length === 0 ? (
          <p className="muted">{t('No order of this style has pieces that are not invoiced.')}</p>
        ) : (
          <FieldTable label={t('Orders')} fields={orderFields} rows={orders} rowKey={({ order_id }) => order_id} />
        )}
      </Section>
      {isStaff ? (
        <>
          <Section title={t('Similar styles')}>
            {similar.length === 0 ? (
              <p className="muted">{t('No other style of this category was invoiced yet.')}</p>
            ) : (
              <FieldTable
                label={t('Similar styles')}
                fields={similarFields}
                rows={similar}
                rowKey={({ style_id }) => style_id}
              />
            )}
          </Section>
          <Proofs negotiation={row.negotiation} proofs={proofs} />
          <Ours row={row} />
        </>
      ) : null}
    </Drawer>
  )
}

const facts: readonly ShownField<NegotiationRow>[] = [
  { id: 'style', header: key('Style ID'), kind: 'code', of: ({ style_id }) => style_id, traces: true },
  { id: 'supplier', header: key('Supplier'), of: (row, { name }) => name(row.supplier_name, row.supplier_name_zh) },
  { id: 'stands', header: key('Price said last'), kind: 'money', of: ({ last_price }) => last_price },
  { id: 'agreed', header: key('Agreed price'), kind: 'money', of: ({ agreed_price }) => agreed_price },
  { id: 'answer_by', header: key('Answer by'), kind: 'day', of: ({ answer_by }) => answer_by },
]

const ourFacts: readonly ShownField<NegotiationRow>[] = [
  { id: 'paid', header: key('Last paid'), kind: 'money', of: ({ last_paid }) => last_paid },
  { id: 'ordered', header: key('Last ordered'), kind: 'money', of: ({ last_ordered }) => last_ordered },
  { id: 'over', header: key('Over that'), kind: 'share', isSigned: true, of: overLastPaid },
  { id: 'target', header: key('Target'), kind: 'money', of: ({ target }) => target },
  { id: 'floor', header: key('Price floor'), kind: 'money', of: ({ floor }) => floor },
  { id: 'poc', header: key('Buyer in charge'), of: ({ poc }) => poc },
]

const orderFields: readonly ShownField<Found['orders'][number]>[] = [
  { id: 'order', header: key('Order'), kind: 'code', of: ({ order_id }) => order_id, traces: true },
  { id: 'price', header: key('Unit price'), kind: 'money', of: ({ unit_price }) => unit_price },
  { id: 'ordered', header: key('Ordered'), kind: 'pieces', of: ({ ordered }) => ordered },
  { id: 'open', header: key('Not invoiced'), kind: 'pieces', of: ({ open }) => open },
]

const similarFields: readonly ShownField<Found['similar'][number]>[] = [
  { id: 'style', header: key('Style ID'), kind: 'code', of: ({ style_id }) => style_id, traces: true },
  { id: 'name', header: key('Style'), of: (row, { name }) => name(row.style_name, row.style_name_zh) },
  { id: 'supplier', header: key('Supplier'), of: (row, { name }) => name(row.supplier_name, row.supplier_name_zh) },
  { id: 'paid', header: key('Last paid'), kind: 'money', of: ({ last_paid }) => last_paid },
]

const optional = z.union([z.literal('').transform(() => null), typedPrice])
const guides = z.object({ target: optional, floor: optional })
const charge = z.object({
  poc: z.string().min(1, key('Please choose a person.')),
  reason: z.string().trim().min(1, key('Please give a reason.')),
})

/** What only the company sees and sets. */
function Ours({ row }: { row: NegotiationRow }) {
  const { t } = useLocale()
  const mayGuide = useRight('negotiateForUs')
  const buyers = useAnswer('priceNegotiations.priceBuyers', {}, { enabled: mayGuide }).data?.buyers ?? []
  const { negotiation, version } = row
  const guide = useSentForm(
    guides,
    { target: amountOf(row.target), floor: amountOf(row.floor) },
    {
      draft: `price-guides.${negotiation}`,
      what: t('Target and floor'),
      send: ({ target, floor }, options) =>
        api.priceNegotiations.savePriceGuides(
          {
            negotiation,
            version,
            target: target === null ? null : yuan(target),
            floor: floor === null ? null : yuan(floor),
          },
          options,
        ),
      refresh: ['priceNegotiations'],
      looksAgain: true,
    },
  )
  const poc = useSentForm(
    charge,
    { poc: '', reason: '' },
    {
      draft: `price-buyer.${negotiation}`,
      what: t('Buyer in charge'),
      send: ({ poc: poc_email, reason }, options) =>
        api.priceNegotiations.updatePriceNegotiationPocDetails(
          { negotiations: [{ negotiation, version }], poc_email, reason },
          options,
        ),
      refresh: ['priceNegotiations'],
      looksAgain: true,
    },
  )
  if (!mayGuide) return null
  return (
    <>
      <Section title={t('Target and floor')}>
        <Callout>{t('No vendor ever sees these.')}</Callout>
        <form noValidate className="price-form" onSubmit={guide.send}>
          <DecimalField {...guide.field('target')} label={t('Target (CNY)')} maxLength={9} />
          <DecimalField {...guide.field('floor')} label={t('Floor (CNY)')} maxLength={9} />
          <Button type="submit" text={t('Save')} disabled={!guide.isTyped} loading={guide.isSending} />
        </form>
      </Section>
      <Section title={t('Buyer in charge')}>
        <form noValidate className="price-form" onSubmit={poc.send}>
          <ChoiceField
            {...poc.field('poc')}
            label={t('Buyer in charge')}
            choices={[['', t('Choose…')], ...buyers.map(({ email, name }): [string, string] => [email, name])]}
          />
          <TextField {...poc.field('reason')} label={t('Reason')} maxLength={200} />
          <Button type="submit" text={t('Put in charge')} disabled={!poc.isTyped} loading={poc.isSending} />
        </form>
      </Section>
    </>
  )
}
