import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNamed } from '../../../i18n/named.ts'
import { useArrivals } from '../use-arrivals.ts'
import { siteAt, useSiteChoice } from './site-choice.ts'

export interface Station {
  /** The site's code; null while it is not known. */
  code: string | null
  /** The server has named the sites. */
  isKnown: boolean
  /** There are several, and nobody has said which: nothing may be taken in. */
  isMissing: boolean
  /** What a list of this site only is asked with. */
  here: { site?: string }
  /** To choose the site; null where there is but one. */
  control: ReactNode
}

/** Where this workstation stands: the only site there is, or the one that was chosen here. */
export function useStation(): Station {
  const { t } = useTranslation()
  const named = useNamed()
  const [chosen, choose] = useSiteChoice()
  const here = useMemo(() => (chosen === null ? {} : { site: chosen }), [chosen])
  const { sites } = useArrivals(here)
  const { code, isMissing, isGone } = siteAt(sites, chosen)
  useEffect(() => {
    if (isGone) choose(null)
  }, [isGone, choose])
  const control =
    sites.length > 1 ? (
      <select
        className="plain-select page-select"
        aria-label={t('Site of this workstation')}
        value={code ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        {code === null ? <option value="">{t('Choose the site…')}</option> : null}
        {sites.map(({ site, site_name, site_name_zh }) => (
          <option key={site} value={site}>
            {named(site_name, site_name_zh)}
          </option>
        ))}
      </select>
    ) : null
  return { code, isKnown: sites.length > 0, here, control, isMissing }
}
