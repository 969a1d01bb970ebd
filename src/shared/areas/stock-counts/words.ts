import { key } from '../../kernel/words.ts'
import type { LeftReason } from './shapes.ts'

export const stockCountWords = {
  noPlace: key('This count has no such shelf.'),
  otherShelf: key('This count has no shelf {{code}}: what is scanned still counts in {{place}}.'),
  noSku: key('There is no such SKU.'),
  twice: key('This SKU stands twice for this place.'),
  noRows: key('Please count the pieces first.'),
  unknown: key('{{code}} is no SKU and no EAN.'),
  counted: key('{{nm_sku}}: {{counted}} counted in {{place}}.'),
  notTakenBack: key('This scan was not counted.'),
  countedAnew: key('{{place}} is counted anew since: this scan no longer counts.'),
  noCount: key('There is no such stock count.'),
  isPosted: key('Stock count {{number}} is posted.'),
  isCancelled: key('Stock count {{number}} is cancelled.'),
  isReversed: key('Stock count {{number}} is reversed.'),
  isOpen: key('Stock count {{number}} is not posted yet.'),
  tooMany: key('More than {{most}} pieces of {{nm_sku}} in one place cannot be counted.'),
  noSite: key('There is no such site, or nothing is kept there.'),
  nothingCounted: key('Nothing was counted yet.'),
  noShelf: key('There is no shelf {{shelf}} at {{site}}.'),
  noStyle: key('There is no style {{style}}.'),
  noCategory: key('There are no styles of the category {{category}}.'),
  underWay: key('{{place}} is being counted in {{number}}, which {{name}} started. Join that count, or end it first.'),
  otherCount: key('{{place}} is being counted in {{number}}.'),
  heldBy: key('{{name}} is counting {{place}}. Take the place over to count it anew, or count another.'),
  countedBy: key('{{name}} has counted {{place}}. Take it over to count it anew.'),
  countedInFull: key('{{name}} has counted {{place}} in full. Open it again, or count it anew.'),
  outOfScope: key('{{nm_sku}} is not among what this count is about.'),
  placeChanged: key('Somebody has counted in {{place}} meanwhile. Please look again.'),
  sumsChanged: key(
    'The sums have changed meanwhile: {{short}} pieces would be written off and {{over}} taken in. Please look again.',
  ),
  inFuture: key('The time of counting lies in the future.'),
  tooLongAgo: key('The time of counting lies more than {{days}} days back.'),
  settingsSaved: key('The settings of stock counts are saved.'),
} as const

/** Why a difference stays as it is, and what to do about it. */
export const leftWords: Readonly<Record<LeftReason, { word: string; hint: string }>> = {
  other_count: {
    word: key('In another count'),
    hint: key('Another open count has this place. End that one, then count the place in a new count.'),
  },
  counting: {
    word: key('Still being counted'),
    hint: key('Its counter has not ended the place. Wait for it, or take the place over and end it.'),
  },
  second: {
    word: key('Needs a second count'),
    hint: key('Another person takes the place over and counts this SKU anew.'),
  },
  out_of_use: {
    word: key('Place out of use'),
    hint: key('Nothing is taken in where nothing is put any more. Put the pieces on another shelf and count that.'),
  },
  gone: {
    word: key('Moved on meanwhile'),
    hint: key('Fewer pieces are on the books there by now than would be written off. Count this SKU there again.'),
  },
  reserved: {
    word: key('Reserved pieces'),
    hint: key(
      'A gate pass was promised pieces that are not there. Change what it sends, or find them, then count again.',
    ),
  },
}
