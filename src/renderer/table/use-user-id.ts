/** Whose table layouts and drafts these are. */
export function useUserId(): string {
  return 'me'
}
