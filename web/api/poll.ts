/** For `refetchInterval`: asks every so many milliseconds while there is a network (D43). */
export const pollEvery = (milliseconds: number) => () => (navigator.onLine ? milliseconds : false);
