/** Features that no page uses, denied so that injected code cannot use them either. */
const unused = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
  "xr-spatial-tracking",
];

export const permissionsPolicy = unused.map((feature) => `${feature}=()`).join(", ");
