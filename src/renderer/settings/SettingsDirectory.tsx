import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ProfileSection } from '../people/ProfileScreen.tsx'
import type { User } from '../session/session.ts'
import { type SettingsPlace, settingsGroups, settingsPlaces } from './places.ts'

/** All settings that the reader may change, each leading to its place. */
export function SettingsDirectory({ user }: { user: User }) {
  const { t } = useTranslation()
  const places = settingsPlaces(user)
  const groups = Object.entries(settingsGroups) as [SettingsPlace['group'], string][]
  return groups.map(([group, label]) => {
    const own = places.filter((place) => place.group === group)
    return own.length === 0 ? null : (
      <ProfileSection key={group} title={t(label)}>
        <ul className="settings-places">
          {own.map((place) => (
            <li key={place.path}>
              <Link to={place.path}>{t(place.label)}</Link>
              <span className="muted">{t(place.about)}</span>
            </li>
          ))}
        </ul>
      </ProfileSection>
    )
  })
}
