import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import type { CallData } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { SearchChoices } from '../../kit/SearchChoices.tsx'
import { useLocale } from '../../table/words.ts'

export type OrderableStyle = CallData<'orders.orderableStyles'>['rows'][number]

interface StylePickerProps {
  /** What is chosen, its names once they are known; null while it is searched for. */
  style: OrderableStyle | Pick<OrderableStyle, 'style_id'> | null
  /** In the reader's language. */
  problem: string | null
  onChoose: (style: OrderableStyle | null) => void
}

/** The style of a new order: searched by code or name, then shown with a way to another. */
export function StylePicker({ style, problem, onChoose }: StylePickerProps) {
  const { t, name } = useLocale()
  if (style === null) return <StyleSearch {...{ problem, onChoose }} />
  return (
    <p className="new-order-style">
      <span>
        <strong>{style.style_id}</strong>
        {'style_name' in style ? (
          <>
            {' '}
            {name(style.style_name, style.style_name_zh)}{' '}
            <span className="muted">{name(style.supplier_name, style.supplier_name_zh)}</span>
          </>
        ) : null}
      </span>
      <Button size="small" text={t('Another style…')} onClick={() => onChoose(null)} />
      {problem === null ? null : (
        <span className="field-problem" role="alert">
          {problem}
        </span>
      )}
    </p>
  )
}

function StyleSearch({ problem, onChoose }: Pick<StylePickerProps, 'problem' | 'onChoose'>) {
  const { t, name } = useLocale()
  const say = useSay()
  const [search, setSearch] = useState('')
  const answer = useAnswer('orders.orderableStyles', search === '' ? {} : { search })
  const styles = answer.data?.rows ?? []
  const options = styles.map((style) => ({
    id: style.style_id,
    label: `${style.style_id} · ${name(style.style_name, style.style_name_zh)}`,
    code: name(style.supplier_name, style.supplier_name_zh),
  }))
  return (
    <SearchChoices
      label={t('Style')}
      placeholder={t('Style ID or name')}
      {...{ options, search }}
      chosen=""
      isLoaded={answer.data !== undefined}
      problem={answer.isError ? say.problem(answer.error) : problem}
      onSearch={setSearch}
      onChoose={(id) => onChoose(styles.find(({ style_id }) => style_id === id) ?? null)}
    />
  )
}
