/** The calls an institution has left today, as the header `X-Exl-Api-Remaining` counts them. */
export function dailyQuota(calls: number): (now: Date) => number {
  let day = '';
  let remaining = calls;
  return (now) => {
    const today = now.toISOString().slice(0, 10);
    if (today !== day) {
      day = today;
      remaining = calls;
    }
    remaining = Math.max(0, remaining - 1);
    return remaining;
  };
}
