import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { Callout } from '../../kit/Callout.tsx'
import type { Invoice } from './invoice-stage.ts'

/** What a check of the typed export order came to; null before it, and once something was typed since. */
export function CheckedTerms({ missing }: { missing: Invoice['missing'] | null }) {
  const { t } = useTranslation()
  const say = useSay()
  return (
    <div className="inv-checked" role="status">
      {missing?.length === 0 ? <Callout tone="good">{t('Nothing is missing.')}</Callout> : null}
      {missing && missing.length > 0 ? (
        <Callout tone="warn">
          <strong>{t('Still missing:')}</strong>
          <ul>
            {missing.map(({ message, values }) => {
              const words = say.message(message, values)
              return <li key={words}>{words}</li>
            })}
          </ul>
        </Callout>
      ) : null}
    </div>
  )
}
