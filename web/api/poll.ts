/** For `refetchInterval`: polls at this interval (ms) while there is a network (D43). */
export const pollEvery = (milliseconds: number) => () => (navigator.onLine ? milliseconds : false);
