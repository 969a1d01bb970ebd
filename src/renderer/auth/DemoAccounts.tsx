import { useTranslation } from 'react-i18next'
import { demoPassword } from '../../shared/areas/people/rules.ts'
import { useAnswer } from '../actions/useRows.ts'
import { ChoiceField } from '../forms/fields.tsx'
import { wordOf } from '../i18n/code-words.ts'
import { teamWord } from '../people/person-words.tsx'

interface DemoAccountsProps {
  /** The e-mail that stands in the form. */
  value: string
  onChoose: (typed: { email: string; password: string }) => void
}

/** In the demo: whom to sign in as. Nothing anywhere else. */
export function DemoAccounts({ value, onChoose }: DemoAccountsProps) {
  const { t } = useTranslation()
  const options = useAnswer('people.signInOptions', {})
  const accounts = options.data?.demo_accounts ?? []
  if (accounts.length === 0) return null
  return (
    <ChoiceField
      label={t('Demo: sign in as')}
      value={accounts.some(({ email }) => email === value) ? value : ''}
      choices={[
        ['', t('Choose a role')],
        ...accounts.map(({ email, name, role, team }) => {
          const place = team === null ? '' : ` (${t(teamWord(team))})`
          return [email, `${t(wordOf(role))}${place} · ${name}`] as const
        }),
      ]}
      onChange={(email) => onChoose({ email, password: email === '' ? '' : demoPassword })}
    />
  )
}
