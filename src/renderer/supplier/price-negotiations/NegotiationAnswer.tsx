import { Button } from '@blueprintjs/core'
import { z } from 'zod'
import { isPriceJump } from '../../../shared/areas/orders/answers.ts'
import { type Move, takeBackMinutes } from '../../../shared/areas/price-negotiations/rules.ts'
import type { NegotiationRow } from '../../../shared/areas/price-negotiations/shapes.ts'
import type { CallData } from '../../actions/calls.ts'
import { api } from '../../api/client.ts'
import { DecimalField, RemarkField } from '../../forms/fields.tsx'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { Instant } from '../../kit/states.tsx'
import { useConfirm } from '../../kit/useConfirm.tsx'
import { useLocale } from '../../table/words.ts'
import { amountOf, typedPrice, yuan } from './PriceFields.tsx'
import { takeBackAgreements } from './take-back.ts'

const countered = z.object({ price: typedPrice, reason: z.string().trim().max(500) })

interface NegotiationAnswerProps {
  row: NegotiationRow
  orders: CallData<'priceNegotiations.priceNegotiation'>['orders']
  jumpPercent: number
}

/** What this side may do now: agree to the price that stands, name another, walk away, or open it again. */
export function NegotiationAnswer({ row, orders, jumpPercent }: NegotiationAnswerProps) {
  const { t, money, number } = useLocale()
  const confirm = useConfirm()
  const { negotiation, version } = row
  const about = {
    ...{ refresh: ['priceNegotiations' as const, 'orders' as const], looksAgain: true },
    doneId: `negotiation ${negotiation}`,
  }
  const move = (
    name: Move,
    more: object,
    options: Parameters<typeof api.priceNegotiations.updatePriceNegotiationDetails>[1],
  ) =>
    api.priceNegotiations.updatePriceNegotiationDetails(
      { items: [{ negotiation, version, move: name, ...more }] },
      options,
    )
  // What the price that stands would change of the orders: the sum over pieces that are not invoiced.
  const last = row.last_price
  const changed = orders.filter(({ unit_price }) => last !== null && unit_price?.minor !== last.minor)
  const difference = changed.reduce(
    (sum, { open, unit_price }) => sum + open * ((last?.minor ?? 0) - (unit_price?.minor ?? last?.minor ?? 0)),
    0,
  )
  const pieces = changed.reduce((sum, { open }) => sum + open, 0)
  const signed = `${difference > 0 ? '+' : difference < 0 ? '−' : ''}${money(yuan(Math.abs(difference)))}`
  const effect =
    changed.length === 0
      ? t('No order changes its price.')
      : t('{{orders}} orders with {{pieces}} pcs that are not invoiced change their price: {{difference}} in all.', {
          orders: number(changed.length),
          pieces: number(pieces),
          difference: signed,
        })
  const agree = useAskedAction((_: object, options) => move('agree', {}, options), {
    ...about,
    undo: (reply, _, options) => takeBackAgreements(reply, options),
    ask: () => ({
      title: t('Agree to {{price}}?', { price: last ? money(last) : '–' }),
      text: `${effect} ${t('It can be taken back for {{n}} minutes; later, open the negotiation again and agree to another price.', { n: takeBackMinutes })}`,
      confirm: t('Agree'),
    }),
  })
  const counter = useSentForm(
    countered,
    { price: '', reason: '' },
    {
      ...about,
      draft: `price-answer.${negotiation}`,
      what: t('Price negotiation'),
      before: ({ price }) => {
        const said = row.last_price
        if (said === null || !isPriceJump(price, said.minor, jumpPercent)) return true
        return confirm.ask({
          title: t('Send {{price}}?', { price: money(yuan(price)) }),
          text: t(
            'The price said last is {{before}}: this one is {{percent}} of it. Is the decimal point where it should be?',
            {
              before: money(said),
              percent: `${Math.round((price / said.minor) * 100)}%`,
            },
          ),
          confirm: t('Send this price'),
        })
      },
      send: ({ price, reason }, options) => move('counter', { price: yuan(price), reason }, options),
    },
  )
  const abandon = useAskedAction(({ reason }, options) => move('abandon', { reason }, options), {
    ...about,
    ask: () => ({
      draft: `abandon.${negotiation}`,
      title: t('Abandon {{number}}?', { number: negotiation }),
      text: t('No price is agreed. Orders keep the price that they have.'),
      confirm: t('Abandon'),
      usual: [key('The style is not needed'), key('No agreement'), key('Asked by mistake')],
      isDangerous: true,
    }),
  })
  const reopen = useAskedAction(({ reason }, options) => move('reopen', { reason }, options), {
    ...about,
    ask: () => ({
      draft: `reopen.${negotiation}`,
      title: t('Open {{number}} again?', { number: negotiation }),
      text: t('Orders keep the price that they have until another is agreed.'),
      confirm: t('Open again'),
      usual: [key('Quantities changed'), key('Fabric price changed'), key('Correction')],
    }),
  })
  const takeBack = useAskedAction((_: object, options) => move('take_back', {}, options), { ...about, ask: () => null })
  const may = new Set(row.may)
  return (
    <div className="price-form">
      {may.has('agree') ? (
        <>
          <p>{effect}</p>
          <Button
            intent="primary"
            text={t('Agree to {{price}}…', { price: `¥${amountOf(row.last_price)}` })}
            loading={agree.isRunning}
            onClick={() => agree.ask()}
          />
        </>
      ) : null}
      {may.has('counter') ? (
        <form noValidate className="price-form" onSubmit={counter.send}>
          <DecimalField {...counter.field('price')} label={t('Another price (CNY)')} maxLength={9} />
          <RemarkField {...counter.field('reason')} label={t('Why')} />
          <Button type="submit" text={t('Send this price')} disabled={!counter.isTyped} loading={counter.isSending} />
        </form>
      ) : null}
      {may.has('abandon') ? (
        <Button intent="danger" variant="minimal" text={t('Abandon…')} onClick={() => abandon.ask({})} />
      ) : null}
      {may.has('take_back') ? (
        <div className="price-take-back">
          <Button text={t('Take the agreement back')} loading={takeBack.isRunning} onClick={() => takeBack.ask({})} />
          <span className="muted">
            {t('Orders and inventory get their earlier prices. Possible until')}{' '}
            {row.take_back_until ? <Instant at={row.take_back_until} /> : null}
          </span>
        </div>
      ) : null}
      {may.has('reopen') ? <Button text={t('Open again…')} onClick={() => reopen.ask({})} /> : null}
      {agree.dialog}
      {confirm.dialog}
      {abandon.dialog}
      {reopen.dialog}
      {takeBack.dialog}
    </div>
  )
}
