import { useState } from 'react'
import type { ReviewRow } from '../../../shared/areas/buyer-reviews/calls.ts'
import type { CallData } from '../../actions/calls.ts'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { usePicture } from '../../pictures/use-picture.ts'
import { useLocale } from '../../table/words.ts'

type Found = CallData<'catalogue.getStyleDetails'>

interface ReviewPicturesProps {
  row: Pick<ReviewRow, 'catalogue_id' | 'name' | 'name_zh' | 'picture'>
  /** Null while they are on their way: the row's own picture stands there. */
  found: Found | null
}

/** A style as large as the screen lets it be, and beside it every picture and colour that it has. */
export function ReviewPictures({ row, found }: ReviewPicturesProps) {
  const { t, name } = useLocale()
  const [chosen, setChosen] = useState<string | null>(null)
  const pictures = found?.pictures ?? []
  const shown = pictures.some(({ picture_id }) => picture_id === chosen) ? chosen : row.picture
  const large = usePicture(shown, 'large')
  const style = name(row.name, row.name_zh)
  const of = { style_id: row.catalogue_id, style_name: row.name, style_name_zh: row.name_zh }
  const colors = found?.style.colors ?? []
  const called = (color: string | null) => {
    const known = colors.find((one) => one.color === color)
    return known ? name(known.color, known.color_zh) : (color ?? t('The whole style'))
  }
  const without = colors.filter(({ color }) => !pictures.some((one) => one.color === color))
  return (
    <div className="review-pictures">
      <div className="review-picture">
        {large ? (
          <img src={large} alt={t('Picture of {{style}}', { style })} />
        ) : (
          <StylePicture of={{ ...of, picture: null }} size="tile" />
        )}
      </div>
      <ul className="review-colors" aria-label={t('Colours')}>
        {pictures.map((one) => (
          <li key={one.picture_id}>
            <button type="button" aria-pressed={one.picture_id === shown} onClick={() => setChosen(one.picture_id)}>
              <Thumb id={one.picture_id} />
              {called(one.color)}
            </button>
          </li>
        ))}
        {without.map(({ color }) => (
          <li key={color}>
            <StylePicture of={{ ...of, picture: null, color }} size="head" />
            {called(color)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Thumb({ id }: { id: string }) {
  const url = usePicture(id, 'small')
  return <span className="style-picture is-head">{url ? <img src={url} alt="" draggable={false} /> : null}</span>
}
