import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { host } from '../host/host.ts'
import { Callout } from '../kit/Callout.tsx'
import { ProfileSection } from '../people/ProfileSection.tsx'

/** Where the sign-in is kept on this computer. */
export function SessionSection() {
  const { t } = useTranslation()
  const { data } = useQuery({ queryKey: ['session-state'], queryFn: () => host.session.state(), gcTime: 0 })
  if (!data) return null
  return (
    <ProfileSection title={t('Your sign-in')}>
      {data.keptSafely ? (
        <p>{t('It is kept encrypted in this computer’s keyring until you sign out.')}</p>
      ) : (
        <Callout tone="warn">
          {t('This computer has no keyring, so your sign-in is kept in memory only. It ends when Selvedge is closed.')}
        </Callout>
      )}
    </ProfileSection>
  )
}
