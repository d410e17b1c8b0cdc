/** The calls an institution has left today, as the header `X-Exl-Api-Remaining` counts them. */
export function dailyQuota(calls: number): (now: Date) => number {
  let day = '';
  let left = calls;
  return (now) => {
    const today = now.toISOString().slice(0, 10);
    if (today !== day) {
      day = today;
      left = calls;
    }
    left = Math.max(0, left - 1);
    return left;
  };
}
