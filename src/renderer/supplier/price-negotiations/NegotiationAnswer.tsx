import { Button } from '@blueprintjs/core'
import { z } from 'zod'
import { isPriceJump } from '../../../shared/areas/orders/answers.ts'
import type { Move } from '../../../shared/areas/price-negotiations/rules.ts'
import type { NegotiationRow } from '../../../shared/areas/price-negotiations/shapes.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { DecimalField, RemarkField } from '../../forms/fields.tsx'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { useConfirm } from '../../kit/useConfirm.tsx'
import { useLocale } from '../../table/words.ts'
import { amountOf, typedPrice, yuan } from './PriceFields.tsx'

const countered = z.object({ price: typedPrice, reason: z.string().trim().max(500) })

/** What this side may do now: agree to the price that stands, name another, walk away, or open it again. */
export function NegotiationAnswer({ row, jumpPercent }: { row: NegotiationRow; jumpPercent: number }) {
  const { t, money } = useLocale()
  const confirm = useConfirm()
  const { negotiation, version } = row
  const about = { refresh: ['priceNegotiations' as const, 'orders' as const], looksAgain: true }
  const move = (
    name: Move,
    more: object,
    options: Parameters<typeof api.priceNegotiations.updatePriceNegotiationDetails>[1],
  ) =>
    api.priceNegotiations.updatePriceNegotiationDetails(
      { items: [{ negotiation, version, move: name, ...more }] },
      options,
    )
  const agree = useAction((_: null, options) => move('agree', {}, options), about)
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
  const may = new Set(row.may)
  return (
    <div className="price-form">
      {may.has('agree') ? (
        <Button
          intent="primary"
          text={t('Agree to {{price}}', { price: `¥${amountOf(row.last_price)}` })}
          loading={agree.isRunning}
          onClick={() => void agree.run(null)}
        />
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
      {may.has('reopen') ? <Button text={t('Open again…')} onClick={() => reopen.ask({})} /> : null}
      {confirm.dialog}
      {abandon.dialog}
      {reopen.dialog}
    </div>
  )
}
