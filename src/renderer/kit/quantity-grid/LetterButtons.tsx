import { Button } from '@blueprintjs/core'
import { useLocale } from '../../table/words.ts'
import type { Spot } from './grid-model.ts'

interface LetterButtonsProps {
  /** Where the cursor is. */
  spot: Spot | null
  /** How many cells are marked. */
  chosen: number
  /** What each letter does. */
  words: Readonly<Record<string, string>>
  onPress: (letter: string) => void
}

/** Buttons for what letters do with the marked cells, where there is no keyboard; the focus stays in the grid. */
export function LetterButtons({ spot, chosen, words, onPress }: LetterButtonsProps) {
  const { t, number } = useLocale()
  if (spot === null) return null
  const cells =
    chosen > 1 ? t('Chosen cells: {{n}}', { n: number(chosen) }) : `${spot.row.label} · ${spot.column.label}`
  return (
    <fieldset className="qg-touch" aria-label={cells}>
      <span aria-hidden="true">{cells}</span>
      {Object.entries(words).map(([letter, text]) => (
        <Button
          key={letter}
          size="small"
          text={text}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPress(letter)}
        />
      ))}
    </fieldset>
  )
}
