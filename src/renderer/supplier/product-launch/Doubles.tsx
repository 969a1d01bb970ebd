import { useEffect, useState } from 'react'
import type { LaunchWarning } from '../../../shared/areas/launch/calls.ts'
import { warningWords } from '../../../shared/areas/launch/rules.ts'
import { usePicture } from '../../pictures/use-picture.ts'
import { useLocale } from '../../table/words.ts'

/** What is there twice, with both pictures beside each other; it can be launched all the same. */
export function Doubles({ warnings, count }: { warnings: readonly LaunchWarning[]; count: number }) {
  const { t } = useLocale()
  if (warnings.length === 0) return null
  return (
    <>
      <h3>{t('Please look at these again: they may be launched all the same.')}</h3>
      {count > warnings.length ? (
        <p className="muted">{t('The first {{count}} are shown', { count: warnings.length })}</p>
      ) : null}
      <ul className="launch-doubles">
        {warnings.map((warning) => (
          <li
            key={`${warning.kind} ${warning.one.row} ${warning.cell} ${warning.other?.code ?? warning.other?.row ?? ''}`}
            className="launch-double"
          >
            <h3>
              {t(warningWords[warning.kind])}
              {warning.cell ? ` · ${warning.cell}` : ''}
            </h3>
            <div className="launch-sides">
              <Side side={warning.one} />
              {warning.other ? <Side side={warning.other} /> : null}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function Side({ side }: { side: LaunchWarning['one'] }) {
  const { t } = useLocale()
  const standing = usePicture(side.picture, 'large')
  const sent = useThumbnail(side.thumbnail)
  const url = standing ?? sent
  const name = [side.vendor_style, side.color].filter(Boolean).join(' · ')
  return (
    <div className="launch-side">
      {url ? <img src={url} alt={t('Picture of {{style}}', { style: name })} /> : <span className="launch-blank" />}
      <strong>{name}</strong>
      <span className="muted">
        {side.where === 'file'
          ? t('Row {{row}}', { row: side.row ?? '' })
          : t('In the catalogue: {{code}}', { code: side.code ?? '' })}
      </span>
      {side.supplier_name ? <span className="muted">{side.supplier_name}</span> : null}
    </div>
  )
}

/** An address for a small picture that came with the answer. */
function useThumbnail(base64: string | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (base64 === null) return
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const made = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }))
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [base64])
  return url
}
