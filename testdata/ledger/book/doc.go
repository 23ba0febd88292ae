// Package book keeps amounts under names.
//
// This file holds more comments than code.
package book
